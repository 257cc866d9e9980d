// Our views of mjModel and mjData have every member where MuJoCo's headers have it. Judge: those headers.
#include <gtest/gtest.h>
#include <mujoco/mjxmacro.h>
#include <mujoco/mujoco.h>

#include <map>
#include <string>

#include "capi/abi.h"
#include "capi/render_abi.h"
#include "capi/resources.h"
#include "corten/model/mj_order.h"
#include "corten/sim/length_range.h"

namespace corten::capi {
namespace {

using Offsets = std::map<std::string, std::size_t>;

std::size_t place(const void* member, const void* start) {
  return static_cast<std::size_t>(static_cast<const char*>(member) - static_cast<const char*>(start));
}

// Offsets of a plain struct, from its visit.
template <class Struct>
Offsets visited(std::size_t start = 0) {
  Offsets offsets;
  const Struct prototype;
  Struct::visit(prototype, [&](const char* name, const auto& member) {
    offsets[name] = start + place(&member, &prototype);
  });
  return offsets;
}

Offsets model_offsets() {
  Offsets offsets;
  std::size_t next = offsetof(mjModel, sizes);
  const Model prototype;
  Sizes::visit(prototype, [&](const char* name, auto) { offsets[name] = std::exchange(next, next + 8); });
  next = offsetof(mjModel, arrays);
  visit_in_mj_order(prototype, [&](const char* name, const auto&, auto...) {
    offsets[name] = std::exchange(next, next + sizeof(void*));
  });
  EXPECT_EQ(next, offsetof(mjModel, signature));
  return offsets;
}

Offsets data_offsets() {
  Offsets offsets = visited<StepCounts>(offsetof(mjData, counts));
  const Data prototype;
  std::size_t next = offsetof(mjData, arrays);
  const auto pointer = [&](const char* name, const auto&, auto...) {
    offsets[name] = std::exchange(next, next + sizeof(void*));
  };
  Data::visit_arrays(prototype, Sizes{}, pointer);
  EXPECT_EQ(next, offsetof(mjData, contact));
  offsets["contact"] = offsetof(mjData, contact);
  const std::vector<int> places = arena_places_in_mj_order();
  EXPECT_EQ(places.size(), std::size_t(kArenaArrays));
  auto slot = places.begin();
  Data::visit_arena(prototype, Sizes{}, [&](const char* name, const auto&, auto...) {
    offsets[name] = offsetof(mjData, arena_arrays) + sizeof(void*) * static_cast<std::size_t>(*slot++);
  });
  return offsets;
}

TEST(Layout, ModelHasEverySizeAndArrayWhereMuJoCoHasIt) {
  const Offsets ours = model_offsets();
#define X(name) EXPECT_EQ(ours.at(#name), offsetof(::mjModel, name)) << #name;
  MJMODEL_SIZES
#undef X
#define X(type, name, rows, cols) EXPECT_EQ(ours.at(#name), offsetof(::mjModel, name)) << #name;
  MJMODEL_POINTERS
#undef X
  EXPECT_EQ(offsetof(mjModel, opt), offsetof(::mjModel, opt));
  EXPECT_EQ(offsetof(mjModel, vis), offsetof(::mjModel, vis));
  EXPECT_EQ(offsetof(mjModel, stat), offsetof(::mjModel, stat));
  EXPECT_EQ(offsetof(mjModel, buffer), offsetof(::mjModel, buffer));
  EXPECT_EQ(offsetof(mjModel, signature), offsetof(::mjModel, signature));
  EXPECT_EQ(sizeof(mjModel), sizeof(::mjModel));
}

TEST(Layout, DataHasEveryMemberWhereMuJoCoHasIt) {
  const Offsets ours = data_offsets();
#define X(type, name, rows, cols) EXPECT_EQ(ours.at(#name), offsetof(::mjData, name)) << #name;
  MJDATA_POINTERS
#undef X
#undef MJ_M
#undef MJ_D
#define MJ_M(n) n
#define MJ_D(n) n
#define X(type, name, rows, cols) EXPECT_EQ(ours.at(#name), offsetof(::mjData, name)) << #name;
  MJDATA_ARENA_POINTERS
#undef X
  for (const auto& [name, offset] : {std::pair{"ncon", offsetof(::mjData, ncon)},
                                     {"ne", offsetof(::mjData, ne)},
                                     {"nf", offsetof(::mjData, nf)},
                                     {"nl", offsetof(::mjData, nl)},
                                     {"nefc", offsetof(::mjData, nefc)},
                                     {"nJ", offsetof(::mjData, nJ)},
                                     {"nA", offsetof(::mjData, nA)},
                                     {"nisland", offsetof(::mjData, nisland)},
                                     {"nidof", offsetof(::mjData, nidof)}})
    EXPECT_EQ(ours.at(name), offset) << name;
#define SAME(member) EXPECT_EQ(offsetof(mjData, member), offsetof(::mjData, member)) << #member;
  SAME(narena)
  SAME(nbuffer)
  SAME(nplugin)
  SAME(pstack)
  SAME(pbase)
  SAME(parena)
  SAME(maxuse_stack)
  SAME(maxuse_threadstack)
  SAME(maxuse_arena)
  SAME(maxuse_con)
  SAME(maxuse_efc)
  SAME(solver)
  SAME(solver_niter)
  SAME(solver_nnz)
  SAME(solver_fwdinv)
  SAME(warning)
  SAME(timer)
  SAME(ntree_awake)
  SAME(nbody_awake)
  SAME(nparent_awake)
  SAME(nv_awake)
  SAME(flg_energypos)
  SAME(flg_energyvel)
  SAME(flg_subtreevel)
  SAME(flg_rnepost)
  SAME(time)
  SAME(energy)
  SAME(buffer)
  SAME(arena)
  SAME(contact)
  SAME(threadpool)
  SAME(signature)
#undef SAME
  EXPECT_EQ(sizeof(mjData), sizeof(::mjData));
}

TEST(Layout, OptionsHaveEveryMemberWhereMuJoCoHasIt) {
  const Offsets ours = visited<Option>();
#define X(type, name) EXPECT_EQ(ours.at(#name), offsetof(::mjOption, name)) << #name;
  MJOPTION_SCALARS
#undef X
#define X(name, size) EXPECT_EQ(ours.at(#name), offsetof(::mjOption, name)) << #name;
  MJOPTION_VECTORS
#undef X
  EXPECT_EQ(sizeof(Option), sizeof(::mjOption));
}

// the parts of a visual by their names, the members by visit
TEST(Layout, VisualHasEveryMemberWhereMuJoCoHasIt) {
  Offsets ours;
  const Visual prototype;
  Visual::visit(prototype, [&](const char* group, const auto& part) {
    using Part = std::remove_cvref_t<decltype(part)>;
    for (const auto& [name, offset] : visited<Part>(place(&part, &prototype)))
      ours[std::string(group) + "." + name] = offset;
  });
  // global is a word of Python, so our visit calls it global_
  const auto of = [&](std::string part, const char* name) {
    if (part == "global") part = "global_";
    return ours.at(part + "." + name);
  };
#define X(part, type, name, size) \
  EXPECT_EQ(of(#part, #name), offsetof(::mjVisual, part.name)) << #part "." #name;
  MJVISUAL_FIELDS
#undef X
  EXPECT_EQ(sizeof(Visual), sizeof(::mjVisual));
}

#define SAME(ours, theirs, member) \
  EXPECT_EQ(visited<ours>().at(#member), offsetof(theirs, member)) << #member;
TEST(Layout, StatisticsAndContactsHaveEveryMemberWhereMuJoCoHasIt) {
  SAME(Statistic, ::mjStatistic, meaninertia)
  SAME(Statistic, ::mjStatistic, meanmass)
  SAME(Statistic, ::mjStatistic, meansize)
  SAME(Statistic, ::mjStatistic, extent)
  SAME(Statistic, ::mjStatistic, center)
  SAME(SolverStat, ::mjSolverStat, improvement)
  SAME(SolverStat, ::mjSolverStat, gradient)
  SAME(SolverStat, ::mjSolverStat, lineslope)
  SAME(SolverStat, ::mjSolverStat, nactive)
  SAME(SolverStat, ::mjSolverStat, nchange)
  SAME(SolverStat, ::mjSolverStat, neval)
  SAME(SolverStat, ::mjSolverStat, nupdate)
  SAME(WarningStat, ::mjWarningStat, lastinfo)
  SAME(WarningStat, ::mjWarningStat, number)
  SAME(TimerStat, ::mjTimerStat, duration)
  SAME(TimerStat, ::mjTimerStat, number)
  SAME(Contact, ::mjContact, dist)
  SAME(Contact, ::mjContact, pos)
  SAME(Contact, ::mjContact, frame)
  SAME(Contact, ::mjContact, includemargin)
  SAME(Contact, ::mjContact, friction)
  SAME(Contact, ::mjContact, solref)
  SAME(Contact, ::mjContact, solreffriction)
  SAME(Contact, ::mjContact, solimp)
  SAME(Contact, ::mjContact, mu)
  SAME(Contact, ::mjContact, H)
  SAME(Contact, ::mjContact, dim)
  SAME(Contact, ::mjContact, geom1)
  SAME(Contact, ::mjContact, geom2)
  SAME(Contact, ::mjContact, geom)
  SAME(Contact, ::mjContact, flex)
  SAME(Contact, ::mjContact, elem)
  SAME(Contact, ::mjContact, vert)
  SAME(Contact, ::mjContact, exclude)
  SAME(Contact, ::mjContact, efc_address) EXPECT_EQ(sizeof(Statistic), sizeof(::mjStatistic));
  EXPECT_EQ(sizeof(SolverStat), sizeof(::mjSolverStat));
  EXPECT_EQ(sizeof(WarningStat), sizeof(::mjWarningStat));
  EXPECT_EQ(sizeof(TimerStat), sizeof(::mjTimerStat));
  EXPECT_EQ(sizeof(Contact), sizeof(::mjContact));
}

TEST(Layout, LengthRangeOptionsHaveEveryMemberWhereMuJoCoHasIt) {
  SAME(LengthRangeOptions, ::mjLROpt, mode)
  SAME(LengthRangeOptions, ::mjLROpt, useexisting)
  SAME(LengthRangeOptions, ::mjLROpt, uselimit)
  SAME(LengthRangeOptions, ::mjLROpt, accel)
  SAME(LengthRangeOptions, ::mjLROpt, maxforce)
  SAME(LengthRangeOptions, ::mjLROpt, timeconst)
  SAME(LengthRangeOptions, ::mjLROpt, timestep)
  SAME(LengthRangeOptions, ::mjLROpt, inttotal)
  SAME(LengthRangeOptions, ::mjLROpt, interval)
  SAME(LengthRangeOptions, ::mjLROpt, tolrange) EXPECT_EQ(sizeof(LengthRangeOptions), sizeof(::mjLROpt));
}
#undef SAME

#define AT(ours, theirs, member) EXPECT_EQ(offsetof(ours, member), offsetof(theirs, member));
TEST(Layout, DrawingAndResourcesHaveEveryMemberWhereMuJoCoHasIt) {
  AT(mjrContext, ::mjrContext, fogRGBA)
  AT(mjrContext, ::mjrContext, offWidth)
  AT(mjrContext, ::mjrContext, fontScale)
  AT(mjrContext, ::mjrContext, auxSamples)
  AT(mjrContext, ::mjrContext, shadowTex)
  AT(mjrContext, ::mjrContext, mat_texid)
  AT(mjrContext, ::mjrContext, mat_texrepeat)
  AT(mjrContext, ::mjrContext, ntexture)
  AT(mjrContext, ::mjrContext, texture)
  AT(mjrContext, ::mjrContext, rangeFont)
  AT(mjrContext, ::mjrContext, nskin)
  AT(mjrContext, ::mjrContext, skinfaceVBO)
  AT(mjrContext, ::mjrContext, charHeightBig)
  AT(mjrContext, ::mjrContext, windowAvailable)
  AT(mjrContext, ::mjrContext, currentBuffer)
  AT(mjrContext, ::mjrContext, readDepthMap)
  AT(mjrRect, ::mjrRect, height)
  AT(mjResource, ::mjResource, name)
  AT(mjResource, ::mjResource, data)
  AT(mjResource, ::mjResource, vfs)
  AT(mjResource, ::mjResource, timestamp)
  AT(mjResource, ::mjResource, provider)
  AT(mjpResourceProvider, ::mjpResourceProvider, prefix)
  AT(mjpResourceProvider, ::mjpResourceProvider, close)
  AT(mjpResourceProvider, ::mjpResourceProvider, unmount)
  AT(mjpResourceProvider, ::mjpResourceProvider, data)
  EXPECT_EQ(sizeof(mjrContext), sizeof(::mjrContext));
  EXPECT_EQ(sizeof(mjResource), sizeof(::mjResource));
  EXPECT_EQ(sizeof(mjpResourceProvider), sizeof(::mjpResourceProvider));
}
#undef AT

}  // namespace
}  // namespace corten::capi
