#pragma once
// Values as they cross between JavaScript and the core. Tensors are copied in and out: no view of the heap
// is kept. TypeScript (web/lib) has normalised every value: float32 data, byte masks, int32 lengths, plain
// numbers; shapes and ranges are checked by the core.

#include <xattention/errors.hpp>
#include <xattention/layers/layer.hpp>
#include <xattention/options.hpp>
#include <xattention/random.hpp>
#include <xattention/summarize.hpp>
#include <xattention/trace.hpp>

#include <emscripten/bind.h>
#include <emscripten/em_js.h>
#include <emscripten/val.h>

// A tensor in one step each way: property by property it takes longer than a small layer.
EM_JS_DEPS(xattention_tensors, "$Emval");
EM_JS(std::size_t, xattention_rank, (emscripten::EM_VAL array), { return Emval.toValue(array).shape.length; });
EM_JS(void, xattention_copy_shape, (emscripten::EM_VAL array, std::size_t* shape),
      { HEAPU32.set(Emval.toValue(array).shape, shape >>> 2); });
// Neither may throw: an exception of JavaScript would pass C++ by, and leave what it holds.
EM_JS(bool, xattention_copy_data, (emscripten::EM_VAL array, emscripten::EM_VAL view), {
  const data = Emval.toValue(array).data, target = Emval.toValue(view);
  if (data.length != target.length) return false;
  if (target.length > 0) target.set(data);
  return true;
});
EM_JS(emscripten::EM_VAL, xattention_array, (emscripten::EM_VAL view, const std::size_t* shape, std::size_t rank), {
  const dimensions = HEAPU32.subarray(shape >>> 2, (shape >>> 2) + rank);
  try {
    return Emval.toHandle({data : Emval.toValue(view).slice(), shape : Array.from(dimensions)});
  } catch (error) {
    return 0;
  }
});

namespace xattention::bindings {

using emscripten::val;

// ---- in ----

inline std::vector<std::size_t> shape_of(const val& array) {
  std::vector<std::size_t> shape(xattention_rank(array.as_handle()));
  xattention_copy_shape(array.as_handle(), shape.data());
  return shape;
}

/// Copies `array.data` to `data`. Its length was that of its shape when it was read, but a getter of another argument
/// may have taken its buffer away since.
template <class T>
void copy_in(const val& array, T* data, std::size_t size) {
  if (!xattention_copy_data(array.as_handle(), val(emscripten::typed_memory_view(size, data)).as_handle()))
    throw shape_error("data", std::to_string(size) + " elements, as when it was read", "another number");
}

template <class T>
xt::xarray<T> array_of(const val& array) {
  auto result = xt::xarray<T>::from_shape(shape_of(array));
  if constexpr (std::is_same_v<T, bool>)
    copy_in(array, reinterpret_cast<std::uint8_t*>(result.data()), result.size());
  else
    copy_in(array, result.data(), result.size());
  return result;
}

/// A tensor of rank 2 to 4, or with the axes given.
inline core::Stage stage_of(const char* name, const val& array, std::optional<core::Axes> axes = {}) {
  const auto shape = shape_of(array);
  if (axes ? shape.size() != axes->rank() : shape.size() < 2 || shape.size() > 4)
    throw shape_error(name, axes ? "rank " + std::to_string(axes->rank()) : "rank 2, 3 or 4",
                      "shape " + core::to_string(shape));
  const core::Axes seen = axes.value_or(core::Axes::of_rank(shape.size()));
  auto next = shape.begin();
  core::Shape lifted{1, 1, 1, 1};
  if (seen.batch) lifted[0] = *next++;
  if (seen.heads) lifted[1] = *next++;
  lifted[2] = *next++;
  lifted[3] = *next;
  core::Stage stage(lifted, seen);
  copy_in(array, stage.values().data(), stage.values().size());
  return stage;
}

template <std::size_t N>
Tensor<N> parameter_of(const char* name, const val& array) {
  const auto shape = shape_of(array);
  if (shape.size() != N) throw shape_error(name, "rank " + std::to_string(N), "shape " + core::to_string(shape));
  typename Tensor<N>::shape_type extents{};
  std::copy(shape.begin(), shape.end(), extents.begin());
  Tensor<N> tensor(extents);
  copy_in(array, tensor.data(), tensor.size());
  return tensor;
}

/// object[key]; undefined of what is undefined itself, as options are where none is set.
inline val property(const val& object, const char* key) { return object.isUndefined() ? object : object[key]; }

/// convert(object[key]) where there is one.
template <class Convert>
auto optional_of(const val& object, const char* key, Convert&& convert) -> std::optional<decltype(convert(object))> {
  const val value = property(object, key);
  if (value.isUndefined()) return std::nullopt;
  return convert(value);
}

inline std::size_t size_of(const val& object, const char* key, std::size_t otherwise = 0) {
  return optional_of(object, key, [](const val& v) { return v.as<std::size_t>(); }).value_or(otherwise);
}

inline bool is(const val& object, const char* key, const char* value) {
  const val held = property(object, key);
  return held.isString() && held.as<std::string>() == value;
}

inline std::uint64_t seed_of(const val& object) {  // an integer up to 2⁵³ − 1
  return static_cast<std::uint64_t>(
      optional_of(object, "seed", [](const val& v) { return v.as<double>(); }).value_or(0));
}

inline Init init_of(const val& spec) { return is(spec, "init", "xavier") ? Init::xavier : Init::linear; }

inline QueryOffset query_offset_of(const val& offset) {
  if (offset.isUndefined()) return {};
  if (offset.isString()) return offset.as<std::string>() == "top-left" ? Alignment::top_left : Alignment::bottom_right;
  const auto numbers = array_of<std::int32_t>(offset);
  if (numbers.dimension() == 0) return std::int64_t{numbers()};
  return std::vector<std::int64_t>(numbers.begin(), numbers.end());
}

inline Options options_of(const val& o) {
  Options options;
  options.scale = optional_of(o, "scale", [](const val& v) { return v.as<double>(); });
  options.softcap = optional_of(o, "softcap", [](const val& v) { return v.as<double>(); }).value_or(0.0);
  options.mask.causal = property(o, "causal").isTrue();
  options.mask.query_offset = query_offset_of(property(o, "queryOffset"));
  options.mask.window = optional_of(o, "window", [](const val& v) {
    const auto sides = array_of<std::int32_t>(v);
    return Window{sides(0), sides(1)};
  });
  options.mask.valid_lens = optional_of(o, "validLens", array_of<std::int32_t>);
  options.mask.keep = optional_of(o, "keep", array_of<bool>);
  options.mask.drop = optional_of(o, "drop", array_of<bool>);
  options.mask.attention_bias = optional_of(o, "attentionBias", array_of<float>);
  options.mask.empty_row = is(o, "emptyRow", "uniform") ? EmptyRow::uniform : EmptyRow::zero;
  options.dropout = optional_of(o, "dropout", [](const val& v) { return Dropout{v["p"].as<double>(), seed_of(v)}; });
  return options;
}

inline SummaryRequest summary_request_of(const val& request) {
  const SummaryRequest otherwise;
  return {size_of(request, "topK", otherwise.top_k), size_of(request, "mapRows", otherwise.map_rows),
          size_of(request, "mapCols", otherwise.map_cols), is(request, "reduce", "mean") ? Reduce::mean : Reduce::max,
          optional_of(request, "mapKeys", [](const val& v) {
            const auto ends = array_of<std::int32_t>(v);
            return KeyRange{ends(0), ends(1)};
          })};
}

inline core::Replace replace_of(const val& options, core::Axes axes) {
  core::Replace replace;
  const val edited = property(options, "replace");
  if (edited.isUndefined()) return replace;
  const auto stage = [&](const char* key, const char* name) {
    return optional_of(edited, key, [&](const val& v) { return stage_of(name, v, axes); });
  };
  replace.scores = stage("scores", "replace.scores");
  replace.masked = stage("masked", "replace.masked");
  replace.attention_weights = stage("attentionWeights", "replace.attention_weights");
  return replace;
}

// ---- out ----

template <class T>
val array_to_js(const T* data, std::size_t size, const std::vector<std::size_t>& shape) {
  const val view(emscripten::typed_memory_view(size, data));
  const emscripten::EM_VAL array = xattention_array(view.as_handle(), shape.data(), shape.size());
  if (array == nullptr) throw std::bad_alloc();  // JavaScript has no room for a copy
  return val::take_ownership(array);
}

inline val to_js(const core::Stage& stage) {
  return array_to_js(stage.values().data(), stage.values().size(), stage.visible_shape());
}

/// (…, num_queries, 1) as (…, num_queries).
inline val per_query_to_js(const core::Stage& stage) {
  auto shape = stage.visible_shape();
  shape.pop_back();
  return array_to_js(stage.values().data(), stage.values().size(), shape);
}

template <std::size_t N>
val to_js(const Tensor<N>& tensor) {
  return array_to_js(tensor.data(), tensor.size(), {tensor.shape().begin(), tensor.shape().end()});
}

inline val to_js(const core::Summary& summary) {
  val top_k = val::object(), result = val::object();
  top_k.set("indices",
            array_to_js(summary.indices.data(), summary.indices.size(), summary.attention_weights.visible_shape()));
  top_k.set("attentionWeights", to_js(summary.attention_weights));
  result.set("rowMax", per_query_to_js(summary.row_max));
  result.set("entropy", per_query_to_js(summary.entropy));
  result.set("topK", top_k);
  result.set("map", to_js(summary.map));
  return result;
}

inline void set_parameters(val& object, const Parameters& p) {
  object.set("W_q", to_js(p.W_q));
  object.set("W_k", to_js(p.W_k));
  object.set("W_v", to_js(p.W_v));
  if (p.W_o) object.set("W_o", to_js(*p.W_o));
  if (p.b_q) object.set("b_q", to_js(*p.b_q));
  if (p.b_k) object.set("b_k", to_js(*p.b_k));
  if (p.b_v) object.set("b_v", to_js(*p.b_v));
  if (p.b_o) object.set("b_o", to_js(*p.b_o));
}

/// attention_weights as attentionWeights; symbols such as W_q, which are spelt alike everywhere, are no stages.
inline std::string camel_case(std::string_view name) {
  std::string result;
  for (const char c : name)
    if (!result.empty() && result.back() == '_')
      result.back() = static_cast<char>(c - 'a' + 'A');
    else
      result += c;
  return result;
}

/// A setter for Trace::for_each_…
inline auto set_stage(val& object) {
  return [&object](std::string_view name, const core::Stage& stage) { object.set(camel_case(name), to_js(stage)); };
}

}  // namespace xattention::bindings
