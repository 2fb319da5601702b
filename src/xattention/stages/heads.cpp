#include <xattention/errors.hpp>
#include <xattention/stages/heads.hpp>

#include <algorithm>

namespace xattention::core {

TensorView split_heads(const TensorView& X, std::size_t num_heads, const char* name) {
  const auto fail = [&](const std::string& expected) {
    throw shape_error(name, expected, "shape " + to_string(X.visible_shape()));
  };
  if (X.axes.heads) fail("rank 2 or 3 to be split into heads");
  if (num_heads == 0 || X.size() % num_heads != 0)
    fail("last axis divisible by " + std::to_string(num_heads) + " heads");
  return X.split_heads(num_heads);
}

Stage concat_heads(const TensorView& heads) {
  Stage concat({heads.batch_size(), 1, heads.num_steps(), heads.num_heads() * heads.size()},
               {.batch = heads.axes.batch, .heads = false});
  if (concat.values().empty()) return concat;
  const MutableTensorView split = concat.view().split_heads(heads.num_heads());
  for (std::size_t batch = 0; batch < heads.batch_size(); ++batch)
    for (std::size_t head = 0; head < heads.num_heads(); ++head)
      for (std::size_t i = 0; i < heads.num_steps(); ++i)
        std::copy_n(heads.row(batch, head, i), heads.size(), split.row(batch, head, i));
  return concat;
}

}  // namespace xattention::core
