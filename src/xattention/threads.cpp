#include <xattention/threads.hpp>

#include <algorithm>
#include <system_error>

namespace xattention {
namespace {

constexpr std::uint32_t open = 1U << 31;

// In WebAssembly the standard library at hand knows nothing of threads, but the processor does.
#ifdef __EMSCRIPTEN__
#ifdef __wasm_atomics__
void wait32(std::atomic<std::uint32_t>* value, std::uint32_t old) noexcept {
  __builtin_wasm_memory_atomic_wait32(reinterpret_cast<int*>(value), static_cast<int>(old), -1);
}
// V8 11 (Node 20), in code of its baseline compiler, keeps the 64-bit address over such a wait in 32 bits of the stack
// and overwrites what lies above: a local of the same function is 0 afterwards. So the wait has a function of its own
// that uses nothing after it, called through a pointer that no optimizer may see through, to put it back inline.
void (*volatile const wait_apart)(std::atomic<std::uint32_t>*, std::uint32_t) noexcept = wait32;
void wait_while(std::atomic<std::uint32_t>& value, std::uint32_t old) noexcept { wait_apart(&value, old); }
void wake(std::atomic<std::uint32_t>& value) noexcept {
  __builtin_wasm_memory_atomic_notify(reinterpret_cast<int*>(&value), ~0U);
}
#else
void wait_while(std::atomic<std::uint32_t>&, std::uint32_t) noexcept {}
void wake(std::atomic<std::uint32_t>&) noexcept {}
#endif
#else
void wait_while(std::atomic<std::uint32_t>& value, std::uint32_t old) noexcept { value.wait(old); }
void wake(std::atomic<std::uint32_t>& value) noexcept { value.notify_all(); }
#endif

}  // namespace

Threads::Threads(std::size_t count, double worth_waking)
    : count_(std::max<std::size_t>(count, 1)), worth_waking_(worth_waking) {}

Threads::~Threads() {
  ended_ = true;
  ++round_;
  wake(round_);
  for (std::thread& thread : started_) thread.join();
}

Threads& Threads::of_machine() {
#ifdef __EMSCRIPTEN__
  static Threads threads(1);
#else
  static Threads threads(std::thread::hardware_concurrency());
#endif
  return threads;
}

std::size_t Threads::workers(std::size_t units, double work) const noexcept {
  std::size_t workers = 1;
  while (workers < std::min(units, count_) && work >= static_cast<double>(workers + 1) * worth_waking_) ++workers;
  return workers;
}

void Threads::run(const Job& job) noexcept {
  if (job.workers < 2 || busy_.exchange(true, std::memory_order_acquire)) {
    for (std::size_t unit = 0; unit < job.units; ++unit) job.f(job.context, unit, 0);
    return;
  }
  start();
  job_ = &job;
  next_unit_.store(0, std::memory_order_relaxed);
  inside_.store(open, std::memory_order_release);
  round_.fetch_add(1, std::memory_order_release);
  wake(round_);
  take_units(job, 0);
  inside_.fetch_and(~open, std::memory_order_acq_rel);
  while (const std::uint32_t inside = inside_.load(std::memory_order_acquire)) wait_while(inside_, inside);
  busy_.store(false, std::memory_order_release);
}

void Threads::start() noexcept {
#ifndef __EMSCRIPTEN__
  if (!started_.empty()) return;
  try {
    for (std::size_t worker = 1; worker < count_; ++worker) started_.emplace_back([this, worker] { work(worker); });
  } catch (const std::exception&) {  // no more threads, or no memory for them: those there are do the work
  }
#endif
}

void Threads::work(std::size_t worker) noexcept {
  for (std::uint32_t seen = 0;;) {
    wait_while(round_, seen);
    seen = round_.load(std::memory_order_acquire);
    if (ended_) return;
    if (!enter()) continue;
    if (worker < job_->workers) take_units(*job_, worker);
    leave();
  }
}

void Threads::take_units(const Job& job, std::size_t worker) noexcept {
  for (std::size_t unit; (unit = next_unit_.fetch_add(1, std::memory_order_relaxed)) < job.units;)
    job.f(job.context, unit, worker);
}

bool Threads::enter() noexcept {
  for (std::uint32_t inside = inside_.load(std::memory_order_relaxed); (inside & open) != 0;)
    if (inside_.compare_exchange_weak(inside, inside + 1, std::memory_order_acquire)) return true;
  return false;
}

void Threads::leave() noexcept {
  if (inside_.fetch_sub(1, std::memory_order_acq_rel) == 1) wake(inside_);  // the last one, and no more may come
}

}  // namespace xattention
