"""
Trains the network that reads members' messages (src/service/agents/embedded/learning/network.ts).

usage: train.py EXAMPLES WEIGHTS

EXAMPLES is the JSON of `npm run reader`: the names of labels, classes and features, the vectors of words, and for each message
its class and condition, the words, their features and their labels by number (null where nobody marked them). WEIGHTS gets the
names and shapes of the layers as a line of JSON, and then their 32-bit floats. Messages that are held are judged instead.
Needs PyTorch 1.13 or later: apt-get install python3-torch libopenblas0.
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
BATCH, RATE, DROPOUT = 32, 2e-3, 0.4
# Words of later messages are unknown: as often, a word of these messages is known by its class only.
UNKNOWN = 0.2
# The share of those that have no vector either, and of the direct features that are left out.
NAMELESS, LEFT_OUT = 0.3, 0.3
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
        self.conditions = nn.Embedding(len(data["conditions"]), HIDDEN)
        self.output = nn.Linear(HIDDEN, size)
        self.classes = nn.Linear(4 * STATE, len(data["classes"]))
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

    def forward(self, words, own, direct, lengths, conditions):
        mask = torch.arange(int(lengths.max()))[None] < lengths[:, None]
        inputs = padded(self.dropout(torch.cat([self.words(words), summed(self.embedding, own)], 1)), mask)
        states, _ = pad_packed_sequence(
            self.gru(pack_padded_sequence(inputs, lengths, batch_first=True))[0], batch_first=True
        )
        inner = self.hidden(self.dropout(states)) + self.conditions(conditions)[:, None]
        scores = self.output(self.dropout(torch.relu(inner))) + padded(summed(self.direct, direct), mask)
        most = states.masked_fill(~mask[..., None], IMPOSSIBLE).max(1)[0]
        mean = (states * mask[..., None]).sum(1) / lengths[:, None]
        return scores, mask, self.classes(self.dropout(torch.cat([most, mean], 1)))

    def loss(self, scores, mask, classes, wanted):
        """Of the labels, where they are known, and of the classes."""
        labels, known, right = wanted
        marks = (self.unlikelihood(scores, mask, labels) * known).sum() / max(1, known.sum())
        return marks + nn.functional.cross_entropy(classes, right)

    def unlikelihood(self, scores, mask, labels):
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


def summed(layer, bags):
    features, starts, weights = bags
    return layer(features, starts, per_sample_weights=weights)


def padded(rows, mask):
    found = rows.new_zeros(*mask.shape, rows.shape[-1])
    found[mask] = rows
    return found


class Message:
    """An example as tensors: the numbers of the features of all its words in a row, and how many each word has."""

    def __init__(self, one, is_identity):
        self.group, self.held, self.labels = one["group"], one["held"], one["labels"]
        self.condition, self.right = one["condition"], one["class"]
        self.words = torch.tensor(one["words"])
        self.own, self.own_sizes = flat(one["own"])
        self.direct, self.direct_sizes = flat(one["all"])
        self.is_own_identity = is_identity[self.own]

    def __len__(self):
        return len(self.words)


def flat(lists):
    sizes = torch.tensor([len(each) for each in lists])
    return torch.tensor([one for each in lists for one in each], dtype=torch.long), sizes


def bag(features, sizes, weights):
    """As PyTorch takes lists of numbers: all of them, where each list begins, and their weights."""
    return features, torch.cumsum(sizes, 0) - sizes, weights


def batch_of(messages, is_trained=False):
    """For training, some words lose what only this word has, and some direct features are left out."""
    messages = sorted(messages, key=lambda one: -len(one))
    lengths = torch.tensor([len(one) for one in messages])
    labels = torch.zeros(len(messages), int(lengths.max()), dtype=torch.long)
    for row, one in enumerate(messages):
        if one.labels is not None:
            labels[row, : len(one)] = torch.tensor(one.labels)
    words, own, own_sizes, direct, direct_sizes, is_identity = (
        torch.cat([getattr(one, name) for one in messages])
        for name in ("words", "own", "own_sizes", "direct", "direct_sizes", "is_own_identity")
    )
    own_weights, direct_weights = torch.ones(len(own)), torch.ones(len(direct))
    if is_trained:
        is_unknown = torch.rand(len(words)) < UNKNOWN
        words = words.masked_fill(is_unknown & (torch.rand(len(words)) < NAMELESS), 0)
        own_weights[torch.repeat_interleave(is_unknown, own_sizes) & is_identity] = 0
        direct_weights = (torch.rand(len(direct)) >= LEFT_OUT).float()
    conditions = torch.tensor([one.condition for one in messages])
    inputs = (words, bag(own, own_sizes, own_weights), bag(direct, direct_sizes, direct_weights), lengths, conditions)
    known = torch.tensor([float(one.labels is not None) for one in messages])
    return inputs, (labels, known, torch.tensor([one.right for one in messages]))


def batches(examples):
    """Messages of about the same length, in a random order."""
    examples = random.sample(examples, len(examples))
    found = []
    for at in range(0, len(examples), BATCH * 20):
        chunk = sorted(examples[at : at + BATCH * 20], key=len)
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
    sums = defaultdict(lambda: [0, 0, 0, 0, 0, 0])
    with torch.no_grad():
        for one in examples:
            inputs, _ = batch_of([one])
            scores, _, classes = network(*inputs)
            got, wanted = spans(network.best(scores[0]), names), spans(one.labels, names)
            is_known = int(classes[0].argmax()) == one.right
            everywhere = "all " + ("en" if one.group.endswith(" en") else "other languages")
            for row in (sums[one.group], sums[everywhere]):
                for at, more in enumerate([len(got & wanted), len(got), len(wanted), got == wanted, is_known, 1]):
                    row[at] += more
    for group, (right, got, wanted, whole, known, count) in sorted(sums.items()):
        f1 = 200 * right / max(1, got + wanted)
        shares = f"whole messages {100 * whole / count:5.1f} %  classes {100 * known / count:5.1f} % of {count}"
        print(f"{group:24} spans F1 {f1:5.1f} %  {shares}")


def main():
    source, target = sys.argv[1:3]
    random.seed(1)
    torch.manual_seed(1)
    with open(source, encoding="utf8") as file:
        data = json.load(file)
    names = data["labels"]
    is_identity = torch.tensor([False] + [name[:2] in ("w=", "s=", "e=", "b=") for name in data["own"]])
    messages = [Message(one, is_identity) for one in data.pop("examples")]
    held = [one for one in messages if one.held]
    trained = [one for one in messages if not one.held]
    network = Network(data)
    if data["directs"] == 0:
        network.direct.weight.requires_grad = False
    tables = (network.embedding.weight, network.direct.weight)
    sparse = [one for one in tables if one.requires_grad]
    dense = [one for one in network.parameters() if one.requires_grad and all(one is not other for other in tables)]
    optimizers = [torch.optim.Adam(dense, lr=RATE), torch.optim.SparseAdam(sparse, lr=RATE)]
    step, began, count = 0, time.process_time(), data["rounds"]
    for epoch in range(count):
        network.train()
        rounds, total = batches(trained), 0.0
        for examples in rounds:
            rate = RATE * min(1, (step + 1) / 100) * max(0.02, 1 - step / (count * len(rounds)))
            for optimizer in optimizers:
                optimizer.param_groups[0]["lr"] = rate
                optimizer.zero_grad()
            inputs, wanted = batch_of(examples, is_trained=True)
            loss = network.loss(*network(*inputs), wanted)
            loss.backward()
            nn.utils.clip_grad_norm_(dense, 5.0)
            for optimizer in optimizers:
                optimizer.step()
            total += loss.item()
            step += 1
        spent = time.process_time() - began
        print(f"round {epoch + 1} of {count}: loss {total / len(rounds):.3f}, {spent:.0f} s of processor time", flush=True)
    judge(network, held, names)
    layers = {name: weights.detach() for name, weights in network.named_parameters()}
    with open(target, "wb") as file:
        shapes = {name: list(weights.shape) for name, weights in layers.items()}
        file.write((json.dumps(shapes) + "\n").encode())
        for weights in layers.values():
            file.write(weights.contiguous().numpy().astype("<f4").tobytes())


main()
