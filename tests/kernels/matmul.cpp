#include <kernels/matmul.hpp>

#include <support/compare.hpp>
#include <support/exact.hpp>
#include <support/inputs.hpp>
#include <support/variants.hpp>

#include <catch2/catch_test_macros.hpp>

#include <set>

using namespace xattention;
using namespace xattention::test;
using core::MatrixView;

namespace {

std::ptrdiff_t stride(std::size_t count) { return static_cast<std::ptrdiff_t>(count); }

/// C = A B, packing B first.
void multiply(const Variant& variant, const MatrixView& A, const MatrixView& B, float* C, std::ptrdiff_t C_stride) {
  variant.kernels->multiply(A, variant.kernels->pack(B), C, C_stride);
}

/// A matrix between NaN: row-major, or column-major as a transpose is, its rows further apart than they need be.
struct Matrix {
  Matrix(std::size_t rows, std::size_t cols, std::uint64_t seed, bool column_major = false, std::size_t gap = 0)
      : values(column_major ? (rows + gap) * cols : rows * (cols + gap), seed),
        view(column_major ? MatrixView{values.data(), rows, cols, 1, stride(rows + gap)}
                          : MatrixView{values.data(), rows, cols, stride(cols + gap), 1}) {}

  Guarded values;
  MatrixView view;
};

/// C = A B into a C whose rows are 3 floats further apart than they need be; the gaps stay as they were.
std::string product_difference(const Variant& variant, const MatrixView& A, const MatrixView& B) {
  const std::size_t row_stride = B.cols + 3;
  Guarded C(A.rows * row_stride);
  multiply(variant, A, B, C.data(), stride(row_stride));
  std::vector<float> product;
  bool gaps_untouched = true;
  for (std::size_t i = 0; i < A.rows; ++i)
    for (std::size_t j = 0; j < row_stride; ++j) {
      const float x = C[i * row_stride + j];
      if (j < B.cols)
        product.push_back(x);
      else
        gaps_untouched = gaps_untouched && std::isnan(x);
    }
  if (!gaps_untouched || !C.intact()) return "something beside C was written";
  Expected expected;
  add_products(expected, A, B);
  return difference(product, expected);
}

}  // namespace

TEST_CASE("A product of any size around lanes, panel, tile and block is exact to rounding") {
  for_each_variant([](const Variant& variant) {
    const auto [lanes, panel, tile_rows, matmul_rows, query_tile] = variant.kernels->sizes;
    std::set<std::size_t> columns;
    for (const std::size_t n : {lanes, panel})
      for (const std::size_t cols : edges(n)) columns.insert(cols);
    for (const std::size_t rows : edges(tile_rows))
      for (const std::size_t cols : columns)
        for (const std::size_t depth : edges(kernels::matmul_depth)) {
          INFO("(" << rows << ", " << depth << ") times (" << depth << ", " << cols << ")");
          const Matrix A(rows, depth, 1), B(depth, cols, 2);
          CHECK(product_difference(variant, A.view, B.view) == "");
        }
    for (const std::size_t rows : {matmul_rows - 1, matmul_rows, matmul_rows + 1, 2 * matmul_rows + tile_rows + 1}) {
      INFO(rows << " rows");
      const Matrix A(rows, panel, 1), B(panel, panel + 1, 2);
      CHECK(product_difference(variant, A.view, B.view) == "");
    }
  });
}

TEST_CASE("Small products lose no term and no tail: every size from 0 to 9") {
  for_each_variant([](const Variant& variant) {
    for (std::size_t rows = 0; rows <= 9; ++rows)
      for (std::size_t depth = 0; depth <= 9; ++depth)
        for (std::size_t cols = 0; cols <= 9; ++cols) {
          INFO("(" << rows << ", " << depth << ") times (" << depth << ", " << cols << ")");
          const Matrix A(rows, depth, 3), B(depth, cols, 4);
          CHECK(product_difference(variant, A.view, B.view) == "");
        }
  });
}

TEST_CASE("Strides are honoured: gaps between rows, and columns that lie where rows would") {
  for_each_variant([](const Variant& variant) {
    for (const bool B_by_columns : {false, true}) {
      INFO("B by columns: " << B_by_columns);
      const Matrix A(7, 131, 5, false, 2), B(131, 19, 6, B_by_columns, 5);
      CHECK(product_difference(variant, A.view, B.view) == "");
    }
  });
}

TEST_CASE("A row of the product depends on that row of A alone, down to the last bit") {
  for_each_variant([](const Variant& variant) {
    const std::size_t depth = 2 * kernels::matmul_depth + 5, cols = variant.kernels->sizes.panel + 3,
                      rows = 2 * variant.kernels->sizes.tile_rows + 3;
    const Matrix A(rows, depth, 7), B(depth, cols, 8);
    std::vector<float> together(rows * cols), alone(cols);
    multiply(variant, A.view, B.view, together.data(), stride(cols));
    for (std::size_t i = 0; i < rows; ++i) {
      multiply(variant, A.view.middle_rows(i, 1), B.view, alone.data(), stride(cols));
      CHECK(difference(alone, std::span(together).subspan(i * cols, cols), exactly) == "");
    }
  });
}

TEST_CASE("NaN in a row of A stays in that row, and in a column of B in that column") {
  for_each_variant([](const Variant& variant) {
    Matrix A(6, 5, 9), B(5, variant.kernels->sizes.panel + 4, 10);
    A.values[2 * 5 + 4] = not_a_number;
    B.values[1 * B.view.cols + 3] = not_a_number;
    std::vector<float> C(6 * B.view.cols);
    multiply(variant, A.view, B.view, C.data(), stride(B.view.cols));
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t j = 0; j < B.view.cols; ++j) CHECK(std::isnan(C[i * B.view.cols + j]) == (i == 2 || j == 3));
  });
}

TEST_CASE("Long sums of one sign stay accurate: 20,000 terms") {
  const std::size_t depth = 20'000;
  Guarded ones(depth), tenths(depth);
  for (std::size_t k = 0; k < depth; ++k) ones[k] = 1, tenths[k] = 0.1F;
  for_each_variant([&](const Variant& variant) {
    CHECK(product_difference(variant, {ones.data(), 1, depth, stride(depth), 1}, {tenths.data(), depth, 1, 1, 1}) ==
          "");
  });
}
