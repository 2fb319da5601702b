#pragma once
// Threads that share the work of a call.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <type_traits>
#include <vector>

namespace xattention {

/// The thread that calls, and others that wait for their share of its work. Results have the same bits whatever their
/// number. Several threads may call at once: while the others work for one, the rest compute alone.
class Threads {
 public:
  /// `count` threads, the calling one included. The others start when there first is work for them; where the system
  /// refuses some, the rest do. Another is woken for `worth_waking` multiply-adds: in less time it would hardly be up.
  explicit Threads(std::size_t count, double worth_waking = 1 << 21);
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  /// One for each processor of this machine: what computes where nothing else is said.
  static Threads& of_machine();

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

  /// How many threads `share` needs for so many units that are `work` multiply-adds together, or take as long.
  [[nodiscard]] std::size_t workers(std::size_t units, double work) const noexcept;

  /// Calls f(unit, worker) for every unit 0 … units − 1, each once, and returns when all are done. worker < workers
  /// tells the threads apart: two calls at the same time have different ones.
  template <class F>
  void share(std::size_t units, std::size_t workers, F&& f) noexcept {
    static_assert(std::is_nothrow_invocable_v<F&, std::size_t, std::size_t>, "allocate before the work is shared");
    run({units, workers,
         [](const void* f, std::size_t unit, std::size_t worker) noexcept {
           (*static_cast<std::remove_reference_t<F>*>(const_cast<void*>(f)))(unit, worker);
         },
         &f});
  }

  /// What each of the others does, 1 ≤ worker < count, until the object ends. A WebAssembly module cannot start
  /// threads: whoever loads it starts them here.
  void work(std::size_t worker) noexcept;

 private:
  struct Job {
    std::size_t units, workers;
    void (*f)(const void* f, std::size_t unit, std::size_t worker) noexcept;
    const void* context;
  };

  void run(const Job& job) noexcept;
  void start() noexcept;
  void take_units(const Job& job, std::size_t worker) noexcept;
  bool enter() noexcept;
  void leave() noexcept;

  std::size_t count_;
  double worth_waking_;
  std::vector<std::thread> started_;
  std::atomic<bool> busy_ = false, ended_ = false;
  const Job* job_ = nullptr;
  std::atomic<std::size_t> next_unit_ = 0;
  std::atomic<std::uint32_t> round_ = 0;   // changes with every job
  std::atomic<std::uint32_t> inside_ = 0;  // how many of the others are at the job, and `open` while more may come
};

}  // namespace xattention
