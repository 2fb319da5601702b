// One workload in the native core: reads its inputs, then does what it is told, a line each:
//   run               computes, and writes output.bin
//   sample SECONDS    times calls as timing.mjs does
//   memory            bytes that one call adds to the largest resident size
// Usage: native FOLDER KIND BATCH STEPS HIDDENS HEADS KV_HEADS MASK CLOCK THREADS; FOLDER has a .bin of float32 for
// each input.

#include <sys/resource.h>
#include <sys/time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <vector>
#include <xattention/attention.hpp>
#include <xattention/layers/multi_head_attention.hpp>

using namespace xattention;

namespace {

struct Workload {
  std::string folder, kind;
  std::size_t batch_size, num_steps, num_hiddens, num_heads, num_kv_heads;
  std::string mask;
  bool processor_time;
};

template <std::size_t N>
Tensor<N> read(const Workload& workload, const std::string& name, const std::array<std::size_t, N>& shape) {
  Tensor<N> tensor(shape);
  std::ifstream file(workload.folder + "/" + name + ".bin", std::ios::binary);
  file.read(reinterpret_cast<char*>(tensor.data()), static_cast<std::streamsize>(tensor.size() * sizeof(float)));
  if (!file) throw std::runtime_error(name + ".bin is missing or too short");
  return tensor;
}

Options options_of(const Workload& w) {
  Options options;
  if (w.mask == "causal") options.mask.causal = true;
  if (w.mask == "window") options.mask.window = Window{64, 64};
  if (w.mask == "validLens") {
    xt::xarray<std::int32_t> lens = xt::zeros<std::int32_t>({w.batch_size});
    for (std::size_t b = 0; b < w.batch_size; ++b)
      lens(b) = static_cast<std::int32_t>((w.num_steps * (b + 1) + w.batch_size - 1) / w.batch_size);
    options.mask.valid_lens = lens;
  }
  if (w.mask == "bias")
    options.mask.attention_bias = read<3>(w, "attentionBias", {w.num_heads, w.num_steps, w.num_steps});
  return options;
}

using Run = std::function<Tensor<3>()>;

Run run_of(const Workload& w, Threads& threads) {
  const std::array<std::size_t, 3> shape{w.batch_size, w.num_steps, w.num_hiddens};
  const Options options = options_of(w);
  if (w.kind == "attention")
    return [=, &threads, Q = read<3>(w, "Q", shape), K = read<3>(w, "K", shape), V = read<3>(w, "V", shape)] {
      return dot_product_attention(Q, K, V, options, threads);
    };
  const std::size_t kv_size = w.num_hiddens / w.num_heads * w.num_kv_heads;
  const std::array<std::size_t, 2> whole{w.num_hiddens, w.num_hiddens}, kv{w.num_hiddens, kv_size};
  const MultiHeadAttention layer(
      {.num_hiddens = w.num_hiddens, .num_heads = w.num_heads, .num_kv_heads = w.num_kv_heads},
      {.W_q = read<2>(w, "W_q", whole),
       .W_k = read<2>(w, "W_k", kv),
       .W_v = read<2>(w, "W_v", kv),
       .W_o = read<2>(w, "W_o", whole)});
  return [=, &threads, X = read<3>(w, "X", shape)] { return layer.forward(X, options, threads); };
}

/// Milliseconds.
double now(const Workload& workload) {
  if (!workload.processor_time)
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto of = [](timeval t) { return 1e3 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_usec); };
  return of(usage.ru_utime) + of(usage.ru_stime);
}

double duration(const Workload& workload, const Run& run, int calls) {
  const double start = now(workload);
  for (int i = 0; i < calls; ++i) run();
  return now(workload) - start;
}

void sample(const Workload& workload, const Run& run, double seconds) {
  const double shortest = 2;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  const double first = duration(workload, run, 1);
  const int calls = std::max(1, static_cast<int>(std::ceil(shortest / std::max(first, 1e-3))));
  std::vector<double> times;
  if (calls == 1) times.push_back(first);
  while (times.empty() || std::chrono::steady_clock::now() < end)
    times.push_back(duration(workload, run, calls) / calls);
  std::cout << "{\"calls\":" << calls << ",\"times\":[";
  for (std::size_t i = 0; i < times.size(); ++i) std::cout << (i > 0 ? "," : "") << times[i];
  std::cout << "]}" << std::endl;
}

double largest_resident() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

void write(const Workload& workload, const Tensor<3>& output) {
  std::ofstream file(workload.folder + "/output.bin", std::ios::binary);
  file.write(reinterpret_cast<const char*>(output.data()), static_cast<std::streamsize>(output.size() * sizeof(float)));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 11) return 2;
  const auto number = [&](int i) { return static_cast<std::size_t>(std::stoul(argv[i])); };
  const Workload workload{argv[1],   argv[2],   number(3),
                          number(4), number(5), number(6),
                          number(7), argv[8],   std::string(argv[9]) == "processor"};
  Threads threads(number(10));
  const Run run = run_of(workload, threads);
  for (std::string word; std::cin >> word;) {
    if (word == "run") {
      write(workload, run());
      std::cout << "{}" << std::endl;
    } else if (word == "sample") {
      double seconds = 0;
      std::cin >> seconds;
      sample(workload, run, seconds);
    } else if (word == "memory") {
      const double before = largest_resident();
      run();
      std::cout << "{\"resident\":" << static_cast<long long>(largest_resident() - before) << "}" << std::endl;
    }
  }
}
