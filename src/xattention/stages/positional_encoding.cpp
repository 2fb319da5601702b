#include <xattention/errors.hpp>
#include <xattention/stages/positional_encoding.hpp>

#include <cmath>

namespace xattention {

Tensor<2> positional_encoding(std::size_t num_steps, std::size_t num_hiddens) {
  if (num_hiddens == 0) throw argument_error("num_hiddens", "at least 1", "0");
  Tensor<2> P = core::Stage({1, 1, num_steps, num_hiddens}, {.batch = false, .heads = false}).take<2>();
  for (std::size_t i = 0; i < num_steps; ++i)
    for (std::size_t e = 0; e < num_hiddens; ++e) {
      const auto pair = static_cast<double>(e - e % 2);
      const double angle = static_cast<double>(i) / std::pow(10000.0, pair / static_cast<double>(num_hiddens));
      P(i, e) = static_cast<float>(e % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  return P;
}

}  // namespace xattention
