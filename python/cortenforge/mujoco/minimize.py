"""Nonlinear least squares with bounds: Gauss-Newton steps from a box-constrained quadratic program, with a regularizer
that grows until a step helps and shrinks while steps keep their promise."""

import abc
import dataclasses
import enum
import time
from typing import Optional

import numpy as np

from cortenforge.mujoco import _client_texts, _functions


class Verbosity(enum.Enum):
    """How much is printed; FULLITER also keeps residuals, Jacobians, gradients and steps in the trace."""

    SILENT = 0
    FINAL = 1
    ITER = 2
    FULLITER = 3


class Status(enum.Enum):
    """Why the search ended."""

    FACTORIZATION_FAILED = 1
    NO_IMPROVEMENT = 2
    MAX_ITER = 3
    DX_TOL = 4
    G_TOL = 5


_STATUS_MESSAGE = {
    Status.FACTORIZATION_FAILED: "factorization failed.",
    Status.NO_IMPROVEMENT: "insufficient reduction.",
    Status.MAX_ITER: _client_texts.MAX_ITER,
    Status.DX_TOL: _client_texts.DX_TOL,
    Status.G_TOL: _client_texts.G_TOL,
}


@dataclasses.dataclass(frozen=True)
class IterLog:
    """One iterate: where it is, what the step from it gained, with which regularizer."""

    candidate: np.ndarray
    objective: np.float64
    reduction: np.float64
    regularizer: np.float64
    residual: Optional[np.ndarray] = None
    jacobian: Optional[np.ndarray] = None
    grad: Optional[np.ndarray] = None
    step: Optional[np.ndarray] = None


class Norm(abc.ABC):
    """A convex function of the residual that is minimized."""

    @abc.abstractmethod
    def value(self, r):
        """The norm of a residual (nr, 1)."""

    @abc.abstractmethod
    def grad_hess(self, r, proj):
        """Gradient (n, 1) and Hessian (n, n), both projected: projᵀ ∇, projᵀ ∇² proj, for proj (nr, n)."""


class Quadratic(Norm):
    """Half the sum of squares."""

    def value(self, r):
        return 0.5 * (r.T @ r).item()

    def grad_hess(self, r, proj):
        return proj.T @ r, proj.T @ proj


def jacobian_fd(residual, x, r, eps, n_res, bounds=None):
    """Jacobian of the residual at x by differences, all columns in one call; also the number of evaluations so far."""
    step = eps * np.maximum(1.0, np.abs(x))
    if bounds is not None:
        step = np.where(x > 0.5 * (bounds[1] - bounds[0]), -step, step)  # towards the inside
    step = (x + step) - x  # what the addition really does
    moved = residual(x + np.diagflat(step))
    return (moved - r) / step.T, n_res + x.size


def _say(text, output):
    print(text, file=output)


def _require_close(name, given, differences, output):
    """A derivative of the user against differences."""
    if not np.allclose(given, differences, rtol=1e-5, atol=1e-5 * max(1.0, np.max(np.abs(differences), initial=0.0))):
        raise ValueError(f"the given {name} does not match its finite differences (relative tolerance 1e-5)")
    _say(_client_texts.derivative_matches(name), output)


def check_jacobian(residual, x, r, jac, eps, n_res, bounds=None, output=None, name="Jacobian"):
    """ValueError if a Jacobian is not the one differences give; returns the number of evaluations so far."""
    differences, n_res = jacobian_fd(residual, x, r, eps, n_res, bounds)
    _require_close(name, jac, differences, output)
    return n_res


def check_norm(r, norm, eps, output=None):
    """ValueError if gradient or Hessian of a norm are not those differences give."""
    identity = np.eye(r.size)
    grad, hess = norm.grad_hess(r, identity)

    def values(points):
        return np.array([[norm.value(point.reshape(-1, 1)) for point in points.T]])

    def gradients(points):
        return np.column_stack([norm.grad_hess(point.reshape(-1, 1), identity)[0] for point in points.T])

    if not np.allclose(hess, hess.T):
        raise ValueError("the Hessian that the norm gives is not symmetric")
    if np.linalg.eigvalsh(hess).min() < 0:
        raise ValueError("the Hessian that the norm gives is not positive definite")
    _require_close("norm gradient", grad.T, jacobian_fd(values, r, values(r), eps, 0)[0], output)
    _require_close("norm Hessian", hess, jacobian_fd(gradients, r, grad, eps, 0)[0], output)


class _Timed:
    """A function that counts its points and the time spent in it."""

    def __init__(self, function):
        self.function, self.count, self.seconds = function, 0, 0.0

    def __call__(self, *args):
        start = time.time()
        result = self.function(*args)
        self.seconds += time.time() - start
        self.count += args[0].shape[1]
        return result


class _Regularizer:
    """The multiple of the identity added to the Hessian; shrinks faster and faster while it is not needed."""

    def __init__(self, smallest, largest, factor):
        self.value, self._smallest, self._largest, self._factor, self._decreases = 0.0, smallest, largest, factor, 0

    def grow(self):
        self._decreases = 0
        self.value = max(self._smallest, self._factor * self.value)

    def shrink(self):
        self.value *= (1.0 / self._factor) ** (2**self._decreases)
        self._decreases += 1
        if self.value < self._smallest:
            self.value = 0.0

    @property
    def exhausted(self):
        return self.value >= self._largest


def _checked_bounds(bounds, x):
    if bounds is None:
        return None
    if len(bounds) != 2:
        raise ValueError("bounds is a pair: lower and upper")
    if any(np.size(side) != x.size for side in bounds):
        raise ValueError(f"lower and upper bounds need {x.size} numbers each, as x0 has")
    lower, upper = (np.asarray(side, np.float64).reshape(-1, 1) for side in bounds)
    if not (np.all(np.isfinite(lower)) and np.all(np.isfinite(upper))):
        raise ValueError("a bound is infinite or not a number; use a large number instead")
    if not np.all(lower < upper):
        raise ValueError("a lower bound is not below its upper bound")
    return [lower, upper]


class _Search:
    """The state of one search: the point, its residual and model, the counters."""

    ARMIJO = 1e-2  # least part of the promised reduction that a step must give

    def __init__(self, x0, residual, bounds, jacobian, norm, eps, regularizer):
        self.shape = x0.shape
        self.x = x0.reshape(-1, 1).astype(np.float64)
        self.bounds = _checked_bounds(bounds, self.x)
        if self.bounds:
            self.x = np.clip(self.x, *self.bounds)
        if not np.all(np.isfinite(self.x)):
            raise ValueError("x0 has numbers that are infinite or undefined")
        self.residual, self.norm, self.eps, self.mu = _Timed(residual), norm, eps, regularizer
        self.user_jacobian = _Timed(jacobian) if jacobian else None
        self.r = self.residual(self.x)
        if self.r.dtype != np.float64:
            raise ValueError(f"residual returns {self.r.dtype}, float64 is needed")
        self.y = norm.value(self.r)
        self.dx, n = np.zeros(self.x.size), self.x.size
        self._factor, self._index = np.zeros((n, n + 7)), np.zeros(n, np.int32)

    def differentiate(self):
        """Jacobian, gradient and Hessian at the point."""
        if self.user_jacobian:
            self.jac = self.user_jacobian(self.x, self.r)
        else:
            self.jac, _ = jacobian_fd(self.residual, self.x, self.r, self.eps, 0, self.bounds)
        self.grad, self.hess = self.norm.grad_hess(self.r, self.jac)

    def check_derivatives(self, output):
        self.differentiate()
        if self.user_jacobian:
            check_jacobian(self.residual, self.x, self.r, self.jac, self.eps, 0, self.bounds, output)
        if type(self.norm) is not Quadratic:
            check_norm(self.r, self.norm, self.eps, output)

    def free_gradient_norm(self):
        """Norm of the gradient without what pushes against a bound."""
        grad = self.grad
        if self.bounds:
            lower, upper = self.bounds
            stuck = ((self.x <= lower) & (grad > 0)) | ((self.x >= upper) & (grad < 0))
            grad = np.where(stuck, 0.0, grad)
        return np.linalg.norm(grad)

    def _solve(self):
        """The step of the regularized model inside the bounds; False if its Hessian is not positive."""
        n = self.x.size
        hess = np.ascontiguousarray(self.hess + self.mu.value * np.eye(n))
        lower, upper = ((side - self.x).ravel() for side in self.bounds) if self.bounds else (None, None)
        return _functions.mju_boxQP(self.dx, self._factor, self._index, hess, self.grad.ravel(), lower, upper) >= 0

    def try_step(self):
        """A step that reduces the norm enough, as (reduction, ratio to the promise); or why there is none."""
        while True:
            if not self._solve():
                if self.mu.exhausted:
                    return Status.FACTORIZATION_FAILED
                self.mu.grow()
                continue
            step = self.dx.reshape(-1, 1)
            self.next_x = self.x + step
            self.next_r = self.residual(self.next_x)
            self.next_y = self.norm.value(self.next_r)
            promised = -(self.grad.T @ step + 0.5 * step.T @ self.hess @ step).item()
            reduction = self.y - self.next_y
            if reduction < self.ARMIJO * promised:
                if self.mu.exhausted:
                    return Status.NO_IMPROVEMENT
                self.mu.grow()
                continue
            return reduction, reduction / promised if promised else np.inf

    def accept(self):
        self.x, self.r, self.y = self.next_x, self.next_r, self.next_y


def _iteration_line(i, search, ratio, reduction):
    with np.errstate(divide="ignore"):
        log10mu = np.log10(search.mu.value)
    return (
        f"iter: {i:<3d}  y: {search.y:<9.4g}  log10mu: {log10mu:>4.1f}  ratio: {ratio:<7.2g}  "
        f"dx: {np.linalg.norm(search.dx):<7.2g}  reduction: {reduction:<7.2g}"
    )


def _final_lines(i, search, status, seconds):
    jacobian = search.user_jacobian
    evals = f", Jacobian evals: {jacobian.count}" if jacobian else ""
    share = f" Jacobian {100 * jacobian.seconds / seconds:.1f}%" if jacobian else ""
    yield f"Terminated after {i} iterations: {_STATUS_MESSAGE[status]} y: {search.y:<.4g}, Residual evals: {search.residual.count}{evals}"
    yield f"total time {1000 * seconds:<.1f}ms of which residual {100 * search.residual.seconds / seconds:.1f}%{share}"


def least_squares(
    x0,
    residual,
    bounds=None,
    jacobian=None,
    norm=Quadratic(),
    eps=np.finfo(np.float64).eps ** 0.5,
    mu_min=1e-6,
    mu_max=1e8,
    mu_factor=10.0**0.1,
    xtol=1e-8,
    gtol=1e-8,
    max_iter=100,
    verbose=Verbosity.ITER,
    output=None,
    iter_callback=None,
    check_derivatives=False,
):
    """Minimizes norm(residual(x)) within bounds; gives the best x, in the shape of x0, and the trace of iterates.

    residual: float64 (n, k) -> (nr, k), k points at once. bounds: lower and upper, each of x0's size.
    jacobian: (x, r) -> (nr, n); by differences of size eps when None. norm: see Norm.
    mu_min, mu_max, mu_factor: least, largest and growth of the regularizer.
    xtol, gtol, max_iter: when to stop: relative size of a step, norm of the gradient, number of iterations.
    verbose, output: how much is printed, and where. iter_callback(trace): called after every iteration.
    check_derivatives: compares jacobian and norm with differences first.
    """
    if mu_factor <= 1:
        raise ValueError("mu_factor must exceed 1: it is how fast the regularizer grows")
    verbose, start = Verbosity(verbose), time.time()
    x0.size  # what is no array is refused before anything is computed
    search = _Search(x0, residual, bounds, jacobian, norm, eps, _Regularizer(mu_min, mu_max, mu_factor))
    if check_derivatives:
        search.check_derivatives(output)
    trace, status, i = [], Status.MAX_ITER, 0

    def log(reduction):
        details = (
            (search.r, search.jac, search.grad, search.dx.reshape(-1, 1).copy())
            if verbose is Verbosity.FULLITER
            else ()
        )
        trace.append(IterLog(search.x, search.y, reduction, search.mu.value, *details))
        if iter_callback is not None:
            iter_callback(trace)

    for i in range(max_iter):
        search.differentiate()
        gradient = search.free_gradient_norm()
        if gradient <= gtol:
            if gradient == 0:
                _say(_client_texts.EXACT_MINIMUM, output)
            status = Status.G_TOL
            break
        result = search.try_step()
        if isinstance(result, Status):
            status = result
            break
        reduction, ratio = result
        if np.linalg.norm(search.dx) < xtol * (xtol + np.linalg.norm(search.x)):
            status = Status.DX_TOL
            break
        if verbose.value >= Verbosity.ITER.value:
            _say(_iteration_line(i, search, ratio, reduction), output)
        log(reduction)
        search.accept()
        if ratio > 0.75:
            search.mu.shrink()
        elif ratio < 0.25:
            search.mu.grow()
    log(np.float64(0.0))
    if verbose is not Verbosity.SILENT:
        for line in _final_lines(i, search, status, time.time() - start):
            _say(line, output)
    return search.x.reshape(search.shape), trace
