"""
Trains the network that marks the words of members' messages (src/service/agents/embedded/learning/network.ts).

usage: train.py EXAMPLES WEIGHTS [--held]

EXAMPLES is the JSON of `npm run reader`: the names of labels and features, the vectors of words, and for each message
the words, their features and their labels by number. WEIGHTS gets the names and shapes of the layers as a line of JSON, and then their 32-bit floats.
With --held, blocks of messages that stand together, so that others wrote them, are left out and judged instead.
Needs PyTorch 1.13 or later: apt-get install python3-torch.
"""
import json
import random
import sys
import time
from collections import defaultdict

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

EMBEDDING, STATE, HIDDEN = 48, 128, 64
EPOCHS, BATCH, RATE, DROPOUT = 8, 32, 2e-3, 0.4
# Words of later messages are unknown: as often, a word of these messages is known by its class only.
UNKNOWN = 0.2
# The share of those that have no vector either, and of the direct features that are left out.
NAMELESS, LEFT_OUT = 0.3, 0.3
# Of each file: what begins at a tenth and ends at another one is held out.
HELD = [(0.30, 0.37), (0.60, 0.67), (0.92, 1.0)]
IMPOSSIBLE = -1e4


class Network(nn.Module):
    def __init__(self, data):
        super().__init__()
        labels = data["labels"]
        size, vectors = len(labels), torch.tensor(data["vectors"])
        self.words = nn.Embedding.from_pretrained(torch.cat([torch.zeros(1, vectors.shape[1]), vectors]))
        self.direct = nn.EmbeddingBag(data["directs"] + 1, size, mode="sum", padding_idx=0, sparse=True)
        nn.init.zeros_(self.direct.weight)
        self.embedding = nn.EmbeddingBag(len(data["own"]) + 1, EMBEDDING, mode="sum", padding_idx=0, sparse=True)
        nn.init.normal_(self.embedding.weight, 0, 0.1)
        self.gru = nn.GRU(vectors.shape[1] + EMBEDDING, STATE, bidirectional=True, batch_first=True)
        self.hidden = nn.Linear(2 * STATE, HIDDEN)
        self.output = nn.Linear(HIDDEN, size)
        self.steps = nn.Parameter(torch.zeros(size, size))
        self.start = nn.Parameter(torch.zeros(size))
        steps, start = torch.zeros(size, size), torch.zeros(size)
        for to, label in enumerate(labels):
            if label[0] == "I":
                start[to] = IMPOSSIBLE
                for before, other in enumerate(labels):
                    if other == "O" or other[2:] != label[2:]:
                        steps[before, to] = IMPOSSIBLE
        self.register_buffer("ruled_out", steps)
        self.register_buffer("never_first", start)
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, words, own, direct, lengths):
        mask = torch.arange(int(lengths.max()))[None] < lengths[:, None]
        inputs = padded(self.dropout(torch.cat([self.words(words), self.embedding(*own)], 1)), mask)
        states, _ = pad_packed_sequence(
            self.gru(pack_padded_sequence(inputs, lengths, batch_first=True))[0], batch_first=True
        )
        inner = self.dropout(torch.relu(self.hidden(self.dropout(states))))
        return self.output(inner) + padded(self.direct(*direct), mask), mask

    def loss(self, scores, mask, labels):
        """Negative log-likelihood of the labels, for each message."""
        steps, each = self.steps + self.ruled_out, torch.arange(len(labels))
        total = self.start + self.never_first + scores[:, 0]
        right = self.start[labels[:, 0]] + scores[each, 0, labels[:, 0]]
        for at in range(1, scores.shape[1]):
            here = mask[:, at]
            step = steps[labels[:, at - 1], labels[:, at]] + scores[each, at, labels[:, at]]
            right = right + torch.where(here, step, torch.zeros(()))
            after = torch.logsumexp(total[:, :, None] + steps, 1) + scores[:, at]
            total = torch.where(here[:, None], after, total)
        return torch.logsumexp(total, 1) - right

    def best(self, scores):
        """The likeliest labels of one message."""
        steps, total, back = self.steps + self.ruled_out, self.start + self.never_first + scores[0], []
        for row in scores[1:]:
            most, before = (total[:, None] + steps).max(0)
            back.append(before)
            total = most + row
        found = [int(total.argmax())]
        for before in reversed(back):
            found.append(int(before[found[-1]]))
        return found[::-1]


def padded(rows, mask):
    found = rows.new_zeros(*mask.shape, rows.shape[-1])
    found[mask] = rows
    return found


def bags(lists):
    """Lists of numbers as PyTorch takes them: all of them, and where each list begins."""
    starts, flat = [], []
    for each in lists:
        starts.append(len(flat))
        flat.extend(each)
    return torch.tensor(flat, dtype=torch.long), torch.tensor(starts, dtype=torch.long)


def batch_of(examples, is_identity=None):
    """With `is_identity`, some words lose what only this word has, and some direct features are left out."""
    examples = sorted(examples, key=lambda one: -len(one["labels"]))
    words, own, direct = [], [], []
    lengths = torch.tensor([len(one["labels"]) for one in examples])
    labels = torch.zeros(len(examples), int(lengths.max()), dtype=torch.long)
    for row, one in enumerate(examples):
        labels[row, : len(one["labels"])] = torch.tensor(one["labels"])
        for word, features, every in zip(one["words"], one["own"], one["all"]):
            if is_identity is not None:
                every = [feature for feature in every if random.random() >= LEFT_OUT]
                if random.random() < UNKNOWN:
                    features = [feature for feature in features if not is_identity[feature]]
                    word = 0 if random.random() < NAMELESS else word
            words.append(word)
            own.append(features)
            direct.append(every)
    return (torch.tensor(words), bags(own), bags(direct), lengths), labels


def batches(examples):
    """Messages of about the same length, in a random order."""
    examples = random.sample(examples, len(examples))
    found = []
    for at in range(0, len(examples), BATCH * 20):
        chunk = sorted(examples[at : at + BATCH * 20], key=lambda one: len(one["labels"]))
        found.extend(chunk[start : start + BATCH] for start in range(0, len(chunk), BATCH))
    return random.sample(found, len(found))


def spans(labels, names):
    found, at = set(), 0
    while at < len(labels):
        name, end = names[labels[at]], at + 1
        if name[0] == "B":
            while end < len(labels) and names[labels[end]] == "I-" + name[2:]:
                end += 1
            found.add((name[2:], at, end))
        at = end
    return found


def judge(network, examples, names):
    network.eval()
    sums = defaultdict(lambda: [0, 0, 0, 0, 0])
    with torch.no_grad():
        for one in examples:
            inputs, _ = batch_of([one])
            got = spans(network.best(network(*inputs)[0][0]), names)
            wanted, row = spans(one["labels"], names), sums[one["group"]]
            for at, more in enumerate([len(got & wanted), len(got), len(wanted), got == wanted, 1]):
                row[at] += more
    for group, (right, got, wanted, whole, count) in sorted(sums.items()):
        f1 = 200 * right / max(1, got + wanted)
        print(f"{group:24} spans F1 {f1:5.1f} %  whole messages {100 * whole / count:5.1f} % of {count}")


def main():
    source, target = sys.argv[1:3]
    is_held = "--held" in sys.argv
    random.seed(1)
    torch.manual_seed(1)
    with open(source, encoding="utf8") as file:
        data = json.load(file)
    names = data["labels"]
    is_identity = [False] + [name[:2] in ("w=", "s=", "e=", "b=") for name in data["own"]]
    groups = defaultdict(list)
    for one in data["examples"]:
        groups[one["group"]].append(one)
    trained, held = [], []
    for rows in groups.values():
        for at, one in enumerate(rows):
            is_out = is_held and any(first <= at / len(rows) < end for first, end in HELD)
            (held if is_out else trained).append(one)
    network = Network(data)
    sparse = [network.embedding.weight, network.direct.weight]
    dense = [one for one in network.parameters() if one.requires_grad and all(one is not other for other in sparse)]
    optimizers = [torch.optim.Adam(dense, lr=RATE), torch.optim.SparseAdam(sparse, lr=RATE)]
    step, began = 0, time.process_time()
    for epoch in range(EPOCHS):
        network.train()
        rounds, total = batches(trained), 0.0
        for examples in rounds:
            rate = RATE * min(1, (step + 1) / 100) * max(0.02, 1 - step / (EPOCHS * len(rounds)))
            for optimizer in optimizers:
                optimizer.param_groups[0]["lr"] = rate
                optimizer.zero_grad()
            inputs, labels = batch_of(examples, is_identity)
            loss = network.loss(*network(*inputs), labels).mean()
            loss.backward()
            nn.utils.clip_grad_norm_(dense, 5.0)
            for optimizer in optimizers:
                optimizer.step()
            total += loss.item()
            step += 1
        spent = time.process_time() - began
        print(f"round {epoch + 1} of {EPOCHS}: loss {total / len(rounds):.3f}, {spent:.0f} s of processor time", flush=True)
    judge(network, held, names)
    layers = {name: weights.detach() for name, weights in network.named_parameters()}
    with open(target, "wb") as file:
        shapes = {name: list(weights.shape) for name, weights in layers.items()}
        file.write((json.dumps(shapes) + "\n").encode())
        for weights in layers.values():
            file.write(weights.contiguous().numpy().astype("<f4").tobytes())


main()
