#pragma once
// xtensor's views, wherever this xtensor keeps them.

#if __has_include(<xtensor/views/xview.hpp>)  // xtensor >= 0.26
#include <xtensor/generators/xbuilder.hpp>
#include <xtensor/misc/xmanipulation.hpp>
#include <xtensor/views/xview.hpp>
#else
#include <xtensor/xbuilder.hpp>
#include <xtensor/xmanipulation.hpp>
#include <xtensor/xview.hpp>
#endif
