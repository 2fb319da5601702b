// The product kernel without anything around it, as a WebAssembly module of plain functions: kernels.mjs times them.

#include <kernels/variants.hpp>

#include <emscripten/emscripten.h>

#include <cmath>
#include <memory>
#include <vector>

using namespace xattention;
using core::MatrixView;

namespace {

struct Product {
  std::size_t rows, depth, columns;
  std::vector<float> A, B, C;
  kernels::Packed packed;

  Product(std::size_t rows_, std::size_t depth_, std::size_t columns_)
      : rows(rows_),
        depth(depth_),
        columns(columns_),
        A(drawn(rows * depth, 1)),
        B(drawn(depth * columns, 2)),
        C(rows * columns),
        packed(kernels::simd.pack(view(B, depth, columns))) {}

  void multiply() { kernels::simd.multiply(view(A, rows, depth), packed, C.data(), stride(columns)); }

  /// The largest error of an element of C, in units of what the contract allows it.
  [[nodiscard]] double worst_error() const {
    const double allowed_each = 4 * std::sqrt(static_cast<double>(depth)) * std::exp2(-24);
    double worst = 0;
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j) {
        double sum = 0, magnitude = 0;
        for (std::size_t k = 0; k < depth; ++k) {
          const double term = static_cast<double>(A[i * depth + k]) * static_cast<double>(B[k * columns + j]);
          sum += term;
          magnitude += std::abs(term);
        }
        worst = std::max(worst,
                         std::abs(static_cast<double>(C[i * columns + j]) - sum) / (1e-6 + allowed_each * magnitude));
      }
    return worst;
  }

 private:
  static std::ptrdiff_t stride(std::size_t count) { return static_cast<std::ptrdiff_t>(count); }
  static MatrixView view(const std::vector<float>& values, std::size_t rows, std::size_t cols) {
    return {values.data(), rows, cols, stride(cols), 1};
  }
  /// Numbers between −1 and 1, of a linear congruential generator.
  static std::vector<float> drawn(std::size_t count, std::uint32_t state) {
    std::vector<float> values(count);
    for (float& value : values) {
      state = state * 1664525U + 1013904223U;
      value = static_cast<float>(static_cast<std::int32_t>(state)) * 0x1p-31F;
    }
    return values;
  }
};

std::unique_ptr<Product> product;

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE void prepare(std::size_t rows, std::size_t depth, std::size_t columns) {
  product = std::make_unique<Product>(rows, depth, columns);
}

EMSCRIPTEN_KEEPALIVE void multiply(std::size_t times) {
  for (std::size_t i = 0; i < times; ++i) product->multiply();
}

EMSCRIPTEN_KEEPALIVE double worst_error() { return product->worst_error(); }
}
