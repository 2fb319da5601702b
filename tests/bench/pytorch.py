"""One workload in PyTorch, on one thread: the same lines and answers as native.cpp."""

import json
import math
import resource
import sys
import time

import torch

folder, kind, *sizes, mask, clock_name = sys.argv[1:]
batch_size, num_steps, num_hiddens, num_heads, num_kv_heads = map(int, sizes)
head_size = num_hiddens // num_heads
group = num_heads // num_kv_heads
kv_size = num_kv_heads * head_size
torch.set_num_threads(1)
torch.set_grad_enabled(False)


def read(name, *shape):
    count = math.prod(shape)
    return torch.from_file(f"{folder}/{name}.bin", shared=False, size=count, dtype=torch.float32).reshape(shape).clone()


added = None  # to scores: the bias, or -inf where a key is forbidden
if mask == "bias":
    added = read("attentionBias", 1, num_heads, num_steps, num_steps)
elif mask != "none":
    i, j = torch.arange(num_steps)[:, None], torch.arange(num_steps)[None]
    valid = [-(-num_steps * (b + 1) // batch_size) for b in range(batch_size)]
    allowed = {
        "causal": j <= i,
        "window": (i - j).abs() <= 64,
        "validLens": (j[None] < torch.tensor(valid)[:, None, None])[:, None],
    }[mask]
    added = torch.zeros(allowed.shape).masked_fill(~allowed, -math.inf)


def split(x, heads):
    return x.reshape(batch_size, num_steps, heads, head_size).transpose(1, 2)


def attend(Q, K, V):
    # Heads that share K and V are rows of one product.
    q = (split(Q, num_heads) * head_size**-0.5).reshape(batch_size, num_kv_heads, group * num_steps, head_size)
    scores = q @ split(K, num_kv_heads).transpose(2, 3)
    if added is not None:
        scores = scores.reshape(batch_size, num_heads, num_steps, num_steps) + added
    weights = torch.softmax(scores, -1).reshape(batch_size, num_kv_heads, group * num_steps, num_steps)
    heads = (weights @ split(V, num_kv_heads)).reshape(batch_size, num_heads, num_steps, head_size)
    return heads.transpose(1, 2).reshape(batch_size, num_steps, num_hiddens)


shape = (batch_size, num_steps, num_hiddens)
if kind == "attention":
    operands = [read(name, *shape) for name in "QKV"]
    run = lambda: attend(*operands)  # noqa: E731
else:
    X = read("X", *shape)
    W_q, W_k, W_v = (read(n, num_hiddens, c) for n, c in (("W_q", num_hiddens), ("W_k", kv_size), ("W_v", kv_size)))
    W_o = read("W_o", num_hiddens, num_hiddens)
    W = torch.cat([W_q, W_k, W_v], 1)  # one product for all three
    run = lambda: attend(*(X @ W).split([num_hiddens, kv_size, kv_size], 2)) @ W_o  # noqa: E731

clock = time.process_time if clock_name == "processor" else time.perf_counter


def duration(calls):
    start = clock()
    for _ in range(calls):
        run()
    return (clock() - start) * 1000


def sample(seconds):
    end = time.perf_counter() + seconds
    first = duration(1)
    calls = max(1, math.ceil(2 / max(first, 1e-3)))
    times = [first] if calls == 1 else []
    while not times or time.perf_counter() < end:
        times.append(duration(calls) / calls)
    return {"times": times, "calls": calls}


def resident():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def answer(word, *operands):
    if word == "sample":
        return sample(float(operands[0]))
    if word == "memory":
        before = resident()
        run()
        return {"resident": resident() - before}
    run().contiguous().numpy().tofile(f"{folder}/output.bin")
    return {}


for line in sys.stdin:
    print(json.dumps(answer(*line.split())), flush=True)
