// Every binding: one handle, layers made from it, plain objects in and out.
// web/lib/wasm/core.ts is the same seen from JavaScript.
// A failed call returns { error: { code, argument, expected, got } }; no C++ exception leaves it.

#include "operands.hpp"

#include <xattention/additive_attention.hpp>
#include <xattention/attention.hpp>
#include <xattention/stages/positional_encoding.hpp>
#include <xattention/summarize.hpp>

#include <malloc.h>

using namespace xattention;
using namespace xattention::bindings;

namespace {

val failure(const char* code, const std::string& argument, const std::string& expected, const std::string& got) {
  val error = val::object(), result = val::object();
  error.set("code", std::string(code));
  error.set("argument", argument);
  error.set("expected", expected);
  error.set("got", got);
  result.set("error", error);
  return result;
}

/// Runs a call; no C++ exception leaves it.
template <class Call>
val guarded(Call&& call) {
  try {
    return call();
  } catch (const shape_error& e) {
    return failure("shape", e.argument(), e.expected(), e.got());
  } catch (const argument_error& e) {
    return failure("option", e.argument(), e.expected(), e.got());
  } catch (const std::bad_alloc&) {
    return failure("out-of-memory", "memory", "room for this size", "none");
  } catch (const std::length_error&) {  // more than a container can ever hold
    return failure("out-of-memory", "memory", "room for this size", "none");
  } catch (const std::exception& e) {
    return failure("internal", "core", "no error", e.what());
  }
}

template <class Value>
val object_of(const char* key, const Value& value) {
  val result = val::object();
  result.set(key, value);
  return result;
}

class LayerHandle {
 public:
  LayerHandle(const core::LayerSizes& sizes, const val& spec, const Execution& execution)
      : layer_(sizes, parameters_of(sizes, spec), execution), execution_(execution) {}

  val forward(val inputs, val options) const {
    return guarded([&] {
      const LayerOperands operands(inputs);
      return object_of("output", to_js(layer_.forward(operands.view(), options_of(options), execution_)));
    });
  }
  val trace(val inputs, val options) const {
    return guarded([&] {
      const LayerOperands operands(inputs);
      const core::Axes axes = layer_.stage_axes(operands.first.axes());
      const core::Trace trace =
          layer_.trace(operands.view(), options_of(options), replace_of(options, axes), execution_);
      val result = val::object();
      trace.for_each_input(set_stage(result));
      set_parameters(result, layer_.parameters());
      trace.for_each_stage(set_stage(result));
      return result;
    });
  }
  val summarize(val inputs, val options, val request) const {
    return guarded([&] {
      const LayerOperands operands(inputs);
      return to_js(layer_.summarize(operands.view(), options_of(options), summary_request_of(request), execution_));
    });
  }
  val parameters() const {
    return guarded([&] {
      val result = val::object();
      set_parameters(result, layer_.parameters());
      return result;
    });
  }

 private:
  core::Layer layer_;
  Execution execution_;
};

class Core {
 public:
  Core(const Variant& variant, Threads& threads) : execution_(variant, threads) {}

  val attention(val q, val k, val v, val options) const {
    return guarded([&] {
      const Operands in(q, k, v, options);
      return object_of("output", to_js(core::attention(in.view(), options_of(options), execution_)));
    });
  }
  val trace(val q, val k, val v, val options) const {
    return guarded([&] {
      const Operands in(q, k, v, options);
      core::Trace trace =
          core::trace(in.view(), options_of(options), replace_of(options, in.view().Q.axes), execution_);
      trace.heads.reset();  // the output by another name
      trace.concat.reset();
      val result = val::object();
      trace.for_each_stage(set_stage(result));
      return result;
    });
  }
  val masked_softmax(val scores, val options) const {
    return guarded([&] {
      const core::Stage given = stage_of("scores", scores);
      const Options o = options_of(options);
      const core::ResolvedMask mask(o.mask, given.shape(), given.axes());
      const core::Stage masked = core::masked(given.view(), mask, execution_);
      return to_js(core::softmax(masked.view(), mask.empty_row(), execution_));
    });
  }
  val summarize(val q, val k, val v, val options, val request) const {
    return guarded([&] {
      const Operands in(q, k, v, options);
      return to_js(core::summarize(in.view(), options_of(options), summary_request_of(request), execution_));
    });
  }
  val additive_attention(val inputs, val parameters, val options) const {
    return guarded([&] {
      const core::Stage queries = stage_of("queries", inputs["queries"]), keys = stage_of("keys", inputs["keys"]),
                        values = stage_of("values", inputs["values"]);
      const AdditiveParameters given{parameter_of<2>("W_q", parameters["W_q"]),
                                     parameter_of<2>("W_k", parameters["W_k"]),
                                     parameter_of<1>("w_v", parameters["w_v"])};
      const Options o = options_of(options);
      val result = val::object();
      core::additive_attention(queries.view(), keys.view(), values.view(), given, o.mask, o.dropout, execution_)
          .for_each_stage(set_stage(result));
      return result;
    });
  }
  val self_attention(val spec) const {
    return guarded(
        [&] { return val(LayerHandle(core::LayerSizes::single_head(size_of(spec, "numHiddens")), spec, execution_)); });
  }
  val multi_head_attention(val spec) const {
    return guarded([&] {
      const MultiHeadSizes sizes{size_of(spec, "numHiddens"), size_of(spec, "numHeads"), size_of(spec, "numKvHeads"),
                                 size_of(spec, "querySize"),  size_of(spec, "keySize"),  size_of(spec, "valueSize")};
      return val(LayerHandle(core::LayerSizes::multi_head(sizes), spec, execution_));
    });
  }
  val positional_encoding(std::size_t num_steps, std::size_t num_hiddens) const {
    return guarded([&] { return to_js(xattention::positional_encoding(num_steps, num_hiddens)); });
  }

 private:
  Execution execution_;
};

val variant_list() {
  val list = val::array();
  for (const Variant& variant : variants()) {
    val entry = val::object();
    entry.set("name", std::string(variant.name));
    entry.set("description", std::string(variant.description));
    list.call<void>("push", entry);
  }
  return list;
}

Core* create_core(const std::string& name, Threads* threads) {
  const auto found = std::ranges::find(variants(), name, &Variant::name);
  return found == variants().end() ? nullptr : new Core(*found, *threads);
}

// What a worker, an instance of this module of its own over the same memory, calls to be one of these threads. It
// begins with the stack pointer of the first instance, and must take its own before anything is put on the stack.
void begin_thread(std::uintptr_t stack, Threads* threads, std::size_t worker) {
  __asm__ volatile("local.get %0\nglobal.set __stack_pointer" : : "r"(stack) : "memory");
  threads->work(worker);
}

/// For each thread but the first: `entry` in the table of functions, and its `args`. Stacks last as long as the module.
val thread_starts(Threads& threads) {
  constexpr std::size_t stack_size = 256 << 10;  // as wasm.cmake gives the first
  val starts = val::array();
  for (std::size_t worker = 1; worker < threads.count(); ++worker) {
    const auto stack = reinterpret_cast<std::uintptr_t>(::operator new(stack_size, std::align_val_t{16})) + stack_size;
    val start = val::object(), args = val::array();
    args.call<void>("push", stack, reinterpret_cast<std::uintptr_t>(&threads), worker);
    start.set("entry", reinterpret_cast<std::uintptr_t>(&begin_thread));
    start.set("args", args);
    starts.call<void>("push", start);
  }
  return starts;
}

std::size_t heap_in_use() { return mallinfo().uordblks; }

}  // namespace

EMSCRIPTEN_BINDINGS(xattention) {
  emscripten::function("variants", variant_list);
  emscripten::function("createCore", create_core, emscripten::allow_raw_pointers());
  emscripten::class_<Threads>("Threads").constructor<std::size_t>().function("starts", thread_starts);
  emscripten::function("heapInUse", heap_in_use);
  emscripten::class_<LayerHandle>("Layer")
      .function("forward", &LayerHandle::forward)
      .function("trace", &LayerHandle::trace)
      .function("summarize", &LayerHandle::summarize)
      .function("parameters", &LayerHandle::parameters);
  emscripten::class_<Core>("Core")
      .function("attention", &Core::attention)
      .function("trace", &Core::trace)
      .function("maskedSoftmax", &Core::masked_softmax)
      .function("summarize", &Core::summarize)
      .function("additiveAttention", &Core::additive_attention)
      .function("selfAttention", &Core::self_attention)
      .function("multiHeadAttention", &Core::multi_head_attention)
      .function("positionalEncoding", &Core::positional_encoding);
}
