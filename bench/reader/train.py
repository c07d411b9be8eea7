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
from collections import Counter, defaultdict

import torch
from torch import nn

from network import Network

BATCH, RATE = 96, 2.5e-3
# Words of later messages are unknown: as often, a word of these messages is known by its class only.
UNKNOWN = 0.2
# The share of those that have no vector either, and of the direct features that are left out.
NAMELESS, LEFT_OUT = 0.3, 0.3
# A direct feature that occurs in fewer words does not tell the class on its own.
LEAST_TELLING = 10
# Dropout and smoothing make a network doubt the classes too much: of messages that are held, these shares are about right.
SHARPNESS = 1.5


class Message:
    """An example as tensors: the numbers of the features of all its words in a row, and how many each word has."""

    def __init__(self, one, is_identity, is_telling):
        self.group, self.held, self.labels = one["group"], one["held"], one["labels"]
        self.condition, self.right = one["condition"], one["class"]
        self.words = torch.tensor(one["words"])
        self.own, self.own_sizes = flat(one["own"])
        self.direct, self.direct_sizes = flat(one["all"])
        self.is_own_identity, self.is_telling = is_identity[self.own], is_telling[self.direct]

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
    words, own, own_sizes, direct, direct_sizes, is_identity, is_telling = (
        torch.cat([getattr(one, name) for one in messages])
        for name in ("words", "own", "own_sizes", "direct", "direct_sizes", "is_own_identity", "is_telling")
    )
    own_weights, direct_weights = torch.ones(len(own)), torch.ones(len(direct))
    if is_trained:
        is_unknown = torch.rand(len(words)) < UNKNOWN
        words = words.masked_fill(is_unknown & (torch.rand(len(words)) < NAMELESS), 0)
        own_weights[torch.repeat_interleave(is_unknown, own_sizes) & is_identity] = 0
        direct_weights = (torch.rand(len(direct)) >= LEFT_OUT).float()
    conditions = torch.tensor([one.condition for one in messages])
    told_sizes = torch.tensor([int(one.direct_sizes.sum()) for one in messages])
    told = bag(direct * is_telling, told_sizes, direct_weights)
    bags = (bag(own, own_sizes, own_weights), bag(direct, direct_sizes, direct_weights), told)
    inputs = (words, *bags, lengths, conditions)
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
            is_known = int(sum(classes)[0].argmax()) == one.right
            everywhere = "all " + ("en" if one.group.endswith(" en") else "other languages")
            for row in (sums[one.group], sums[everywhere]):
                for at, more in enumerate([len(got & wanted), len(got), len(wanted), got == wanted, is_known, 1]):
                    row[at] += more
    for group, (right, got, wanted, whole, known, count) in sorted(sums.items()):
        f1 = 200 * right / max(1, got + wanted)
        shares = f"whole messages {100 * whole / count:5.1f} %  classes {100 * known / count:5.1f} % of {count}"
        print(f"{group:24} spans F1 {f1:5.1f} %  {shares}")


def sharpness(layer):
    return SHARPNESS if layer == "told.weight" or ".classes." in layer else 1


def main():
    source, target = sys.argv[1:3]
    random.seed(1)
    torch.manual_seed(1)
    with open(source, encoding="utf8") as file:
        data = json.load(file)
    names = data["labels"]
    is_identity = torch.tensor([False] + [name[:2] in ("w=", "s=", "e=", "b=") for name in data["own"]])
    examples = data.pop("examples")
    learnt = [word for one in examples if not one["held"] for word in one["all"]]
    counts = Counter(each for word in learnt for each in word)
    is_telling = torch.tensor([counts[each] >= LEAST_TELLING for each in range(data["directs"] + 1)])
    messages = [Message(one, is_identity, is_telling) for one in examples]
    held = [one for one in messages if one.held]
    trained = [one for one in messages if not one.held]
    network = Network(data)
    for one in network.tables():
        one.requires_grad = len(one) > 1
    trainable = [one for one in network.parameters() if one.requires_grad]
    sparse = [one for one in trainable if any(one is other for other in network.tables())]
    dense = [one for one in trainable if all(one is not other for other in sparse)]
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
    layers = {name: weights.detach() * sharpness(name) for name, weights in network.named_parameters()}
    with open(target, "wb") as file:
        shapes = {name: list(weights.shape) for name, weights in layers.items()}
        file.write((json.dumps(shapes) + "\n").encode())
        for weights in layers.values():
            file.write(weights.contiguous().numpy().astype("<f4").tobytes())


main()
