"""Factors, packed forms, sparse forms and lists of numbers are the oracle's. Judge: oracle."""

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as corten

BAND = dict(ntotal=7, nband=3, ndense=2)
SHAPE = tuple(BAND.values())
BAND_SIZE = (7 - 2) * 3 + 2 * 7


def numbers(*shape):
    return np.random.default_rng(len(shape) + sum(shape)).normal(size=shape)


def positive(n):
    a = numbers(n, n)
    return a @ a.T + np.eye(n)


def positive_band():
    band = np.zeros(BAND_SIZE)
    mujoco.mju_dense2Band(band, positive(7) + 10 * np.eye(7), *SHAPE)
    return band


def agree(call, tolerance=0.0):
    """call(module) returns arrays or numbers; both engines must return the same."""
    ours, theirs = call(corten), call(mujoco)
    for mine, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(mine, other, rtol=tolerance, atol=tolerance)


def test_dense_cholesky_factors_solves_and_updates():
    def call(module):
        a, x, y = positive(5), np.zeros(5), numbers(5)
        rank = module.mju_cholFactor(a, 1e-10)
        module.mju_cholSolve(x, a, numbers(5))
        b, c = a.copy(), a.copy()
        return a, rank, x, module.mju_cholUpdate(b, y, 1), b, y, module.mju_cholUpdate(c, numbers(5), 0), c

    agree(call, 1e-14)


def test_singular_matrices_lose_rank():
    def call(module):
        a, b = np.zeros((3, 3)), np.diag([1.0, 0, 4])
        return module.mju_cholFactor(a, 1e-3), a, module.mju_cholFactor(b, 1e-3), b

    agree(call)


def test_band_matrices_change_form():
    def call(module):
        band = np.full(BAND_SIZE, 9.0)
        module.mju_dense2Band(band, positive(7), *SHAPE)
        lower, whole = np.zeros((7, 7)), np.zeros((7, 7))
        module.mju_band2Dense(lower, band, *SHAPE, 0)
        module.mju_band2Dense(whole, band, *SHAPE, 1)
        return band, lower, whole, [module.mju_bandDiag(i, *SHAPE) for i in range(7)]

    agree(call)


@pytest.mark.parametrize("symmetric", [0, 1])
def test_band_matrices_multiply(symmetric):
    def call(module):
        res = np.zeros(7)
        module.mju_bandMulMatVec(res, positive_band(), numbers(7), *SHAPE, 1, symmetric)
        return (res,)

    agree(call, 1e-14)


def test_band_matrices_factor_and_solve():
    def call(module):
        band, x = positive_band(), np.zeros(7)
        smallest = module.mju_cholFactorBand(band, *SHAPE, 0.5, 0.1)
        module.mju_cholSolveBand(x, band, numbers(7), *SHAPE)
        return band, smallest, x

    agree(call, 1e-13)


def test_band_matrices_that_are_not_positive_are_told():
    agree(lambda module: (module.mju_cholFactorBand(-positive_band(), *SHAPE, 0.0, 0.0),))


def test_products():
    def call(module):
        square, plain = np.zeros((4, 4)), np.zeros((4, 4))
        module.mju_sqrMatTD(square, numbers(3, 4), numbers(3))
        module.mju_sqrMatTD(plain, numbers(3, 4), None)
        return module.mju_mulVecMatVec(numbers(4), numbers(4, 4), numbers(4)), square, plain

    agree(call, 1e-14)


def test_sparse_forms():
    dense = np.where(numbers(4, 5) > 0, numbers(4, 5), 0)

    def call(module):
        values, rownnz, rowadr, colind = (
            np.zeros(20),
            np.zeros(4, np.int32),
            np.zeros(4, np.int32),
            np.zeros(20, np.int32),
        )
        full = module.mju_dense2sparse(values, dense, rownnz, rowadr, colind)
        back = np.zeros((4, 5))
        module.mju_sparse2dense(back, values, rownnz, rowadr, colind)
        short = module.mju_dense2sparse(
            np.zeros(2), dense, np.zeros(4, np.int32), np.zeros(4, np.int32), np.zeros(2, np.int32)
        )
        return full, values, rownnz, rowadr, colind, back, short

    agree(call)


def test_matrices_print_alike(capfd):
    def printed(module):
        module.mju_printMat(np.array([[1, 2.5], [1e-9, 1234567.891]]))
        module.mju_printMatSparse(
            np.array([1.0, 2, 3]), np.array([1, 2], np.int32), np.array([0, 1], np.int32), np.array([0, 0, 1], np.int32)
        )
        return capfd.readouterr().out

    import ctypes

    ours = printed(corten)
    mujoco.mju_printMat(np.array([[1, 2.5], [1e-9, 1234567.891]]))
    mujoco.mju_printMatSparse(
        np.array([1.0, 2, 3]), np.array([1, 2], np.int32), np.array([0, 1], np.int32), np.array([0, 0, 1], np.int32)
    )
    ctypes.CDLL(None).fflush(None)
    assert ours == capfd.readouterr().out


WRONG = [
    ("mju_cholFactor", (np.zeros((2, 3)), 0.0)),
    ("mju_cholSolve", (np.zeros(2), np.eye(3), np.zeros(3))),
    ("mju_cholSolve", (np.zeros(3), np.eye(3), np.zeros(2))),
    ("mju_cholUpdate", (np.eye(3), np.zeros(2), 1)),
    ("mju_band2Dense", (np.zeros((7, 7)), np.zeros(BAND_SIZE + 1), *SHAPE, 1)),
    ("mju_band2Dense", (np.zeros((6, 7)), np.zeros(BAND_SIZE), *SHAPE, 1)),
    ("mju_dense2Band", (np.zeros(BAND_SIZE), np.zeros((6, 7)), *SHAPE)),
    ("mju_cholFactorBand", (np.zeros(3), *SHAPE, 0.0, 0.0)),
    ("mju_cholSolveBand", (np.zeros(6), np.zeros(BAND_SIZE), np.zeros(7), *SHAPE)),
    ("mju_bandMulMatVec", (np.zeros(6), np.zeros(BAND_SIZE), np.zeros(7), *SHAPE, 1, 1)),
    ("mju_mulVecMatVec", (np.zeros(3), np.zeros((3, 3)), np.zeros(2))),
    ("mju_sqrMatTD", (np.zeros((2, 2)), np.zeros((2, 3)), None)),
    ("mju_dense2sparse", (np.zeros(3), np.eye(3), np.zeros(2, np.int32), np.zeros(3, np.int32), np.zeros(3, np.int32))),
    ("mju_encodePyramid", (np.zeros(4), np.zeros(2), np.zeros(2))),
    ("mju_decodePyramid", (np.zeros(3), np.zeros(3), np.zeros(2))),
    ("mju_f2n", (np.zeros(3), np.zeros(2, np.float32))),
]


@pytest.mark.parametrize("name, arguments", WRONG, ids=lambda part: part if isinstance(part, str) else "")
def test_wrong_sizes_are_type_errors_that_name_the_argument(name, arguments):
    with pytest.raises(TypeError):
        getattr(mujoco, name)(*arguments)
    with pytest.raises(TypeError, match="^(res|mat|vec|vec1|x|force|pyramid|rownnz) "):
        getattr(corten, name)(*arguments)


def test_lists_of_numbers():
    def call(module):
        a, b, c = np.zeros(4), np.zeros(4, np.float32), numbers(6)
        module.mju_f2n(a, np.arange(4, dtype=np.float32) / 3)
        module.mju_n2f(b, np.arange(4) / 3)
        module.mju_insertionSort(c)
        d = np.array([3, 1, 2], np.int32)
        module.mju_insertionSortInt(d)
        return a, b, c, d, module.mju_isZero(np.zeros(3)), module.mju_isZero(numbers(2))

    agree(call)


def test_pyramids_of_forces():
    force, mu = np.array([1, 0.2, -0.3, 0.4]), np.array([0.5, 0.6, 0.7])

    def call(module):
        pyramid, back = np.zeros(6), np.zeros(4)
        module.mju_encodePyramid(pyramid, force, mu)
        module.mju_decodePyramid(back, pyramid, mu)
        return pyramid, back

    agree(call, 1e-16)


def test_single_numbers():
    prm = np.array([0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2])
    dynamics = np.array([0.01, 0.04, 0])

    def call(module):
        return (
            [module.mju_isBad(x) for x in (0, 1e10, 1.1e10, -1e11, np.nan, np.inf)],
            [module.mju_Halton(i, b) for i, b in ((0, 2), (1, 2), (5, 3), (100, 7))],
            [module.mju_springDamper(1, 2, *k, 0.1) for k in ((3, 4), (4, 4), (30, 0.4), (0, 0))],
            [module.mju_muscleGain(x, v, np.array([0.5, 1.5]), 3, prm) for x in (0.6, 1.1) for v in (-1, 0.5)],
            [module.mju_muscleBias(x, np.array([0.5, 1.5]), 3, prm) for x in (0.6, 1.1, 1.6)],
            [module.mju_muscleDynamics(c, 0.3, dynamics) for c in (0, 0.2, 1)],
        )

    agree(call, 1e-15)


def test_words():
    for module in (corten, mujoco):
        assert [module.mju_type2Str(i) for i in (0, 1, 2, 24, 25, 26, 100)] == [
            None,
            "body",
            "xbody",
            "key",
            "plugin",
            None,
            "frame",
        ]
        assert [module.mju_str2Type(s) for s in ("body", "joint", "frame", "nothing")] == [1, 3, 0, 0]
        assert [module.mju_writeNumBytes(n) for n in (0, 1023, 1024, 1500, 1 << 20, 1 << 40)] == [
            "0",
            "1023",
            "1K",
            "1500",
            "1M",
            "1T",
        ]
        assert module.mju_str2Type(b"geom") == 5


def test_random_numbers_are_standard_normal():
    sample = [corten.mju_standardNormal(None) for _ in range(4000)]
    assert abs(np.mean(sample)) < 0.1 and abs(np.std(sample) - 1) < 0.1
