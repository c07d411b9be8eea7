"""The network that src/service/agents/embedded/learning/network.ts reads with: its layers have the same names there."""
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

EMBEDDING, STATE, HIDDEN = 48, 192, 96
# Two towers tell classes better than one of the same size: they err in different messages.
TOWERS, HEADS = 2, 4
DROPOUT, SMOOTHING = 0.45, 0.1
IMPOSSIBLE = -1e4


class Tower(nn.Module):
    """Reads a sequence on its own: the scores of the labels of each word, and of the classes."""

    def __init__(self, inputs, labels, classes, conditions):
        super().__init__()
        self.gru = nn.GRU(inputs, STATE, bidirectional=True, batch_first=True)
        self.hidden = nn.Linear(2 * STATE, HIDDEN)
        self.conditions = nn.Embedding(conditions, HIDDEN)
        self.output = nn.Linear(HIDDEN, labels)
        self.attention = nn.Linear(2 * STATE, HEADS)
        self.classes = nn.Linear((2 + HEADS) * 2 * STATE, classes)
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, inputs, mask, lengths, conditions):
        packed = pack_padded_sequence(padded(self.dropout(inputs), mask), lengths, batch_first=True)
        states, _ = pad_packed_sequence(self.gru(packed)[0], batch_first=True)
        inner = self.hidden(self.dropout(states)) + self.conditions(conditions)[:, None]
        labels = self.output(self.dropout(torch.relu(inner)))
        most = states.masked_fill(~mask[..., None], IMPOSSIBLE).max(1)[0]
        mean = (states * mask[..., None]).sum(1) / lengths[:, None]
        shares = self.attention(states).masked_fill(~mask[..., None], IMPOSSIBLE).softmax(1)
        attended = torch.einsum("bth,bts->bhs", shares, states).flatten(1)
        return labels, self.classes(self.dropout(torch.cat([most, mean, attended], 1)))


class Network(nn.Module):
    def __init__(self, data):
        super().__init__()
        labels, classes = data["labels"], len(data["classes"])
        size, vectors = len(labels), torch.tensor(data["vectors"])
        self.words = nn.Embedding.from_pretrained(torch.cat([torch.zeros(1, vectors.shape[1]), vectors]))
        self.embedding = table(len(data["own"]), EMBEDDING)
        nn.init.normal_(self.embedding.weight, 0, 0.1)
        self.direct, self.told = table(data["directs"], size), table(data["directs"], classes)
        sizes = (vectors.shape[1] + EMBEDDING, size, classes, len(data["conditions"]))
        self.towers = nn.ModuleList(Tower(*sizes) for _ in range(TOWERS))
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

    def tables(self):
        """Layers of which a batch changes a few rows only."""
        return [self.embedding.weight, self.direct.weight, self.told.weight]

    def forward(self, words, own, direct, told, lengths, conditions):
        """The scores of labels, which words there are, and the scores of classes of each tower."""
        mask = torch.arange(int(lengths.max()))[None] < lengths[:, None]
        inputs = torch.cat([self.words(words), summed(self.embedding, own)], 1)
        read = [tower(inputs, mask, lengths, conditions) for tower in self.towers]
        labels = sum(each for each, _ in read) + padded(summed(self.direct, direct), mask)
        classes = [each for _, each in read]
        classes[-1] = classes[-1] + summed(self.told, told)
        return labels, mask, classes

    def loss(self, scores, mask, classes, wanted):
        """Of the labels, where they are known, and of the classes."""
        labels, known, right = wanted
        marks = (self.unlikelihood(scores, mask, labels) * known).sum() / max(1, known.sum())
        return marks + sum(nn.functional.cross_entropy(each, right, label_smoothing=SMOOTHING) for each in classes)

    def unlikelihood(self, scores, mask, labels):
        """Negative log-likelihood of the labels, for each message."""
        steps, start = self.steps + self.ruled_out, self.start + self.never_first
        right = start[labels[:, 0]] + (steps[labels[:, :-1], labels[:, 1:]] * mask[:, 1:]).sum(1)
        right = right + (scores.gather(2, labels[..., None])[..., 0] * mask).sum(1)
        return Paths.apply(scores, mask, steps, start) - right

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


class Paths(torch.autograd.Function):
    """
    The logarithm of the sum over all paths of labels, for each message. Its gradients are how likely each label and each step
    are, which the sums from both ends tell; PyTorch would take three times as long to find them.
    """

    @staticmethod
    def forward(context, scores, mask, steps, start):
        weights, rows = steps.exp(), [start + scores[:, 0]]
        for at in range(1, scores.shape[1]):
            after = after_step(rows[-1], weights) + scores[:, at]
            rows.append(torch.where(mask[:, at, None], after, rows[-1]))
        total = torch.logsumexp(rows[-1], 1)
        context.save_for_backward(scores, mask, weights, total, torch.stack(rows, 1))
        return total

    @staticmethod
    def backward(context, gradient):
        scores, mask, weights, total, rows = context.saved_tensors
        labels, steps = torch.empty_like(scores), torch.zeros_like(weights)
        rest = torch.zeros_like(scores[:, 0])
        for at in range(scores.shape[1] - 1, -1, -1):
            here = mask[:, at, None] * gradient[:, None]
            labels[:, at] = (rows[:, at] + rest - total[:, None]).exp() * here
            if at > 0:
                before, after = rows[:, at - 1], rest + scores[:, at]
                most = [each.max(1, keepdim=True)[0] for each in (before, after)]
                share = (most[0] + most[1] - total[:, None]).clamp(max=50).exp() * here
                steps += ((before - most[0]).exp() * share).t() @ (after - most[1]).exp()
                rest = torch.where(mask[:, at, None], after_step(after, weights.t()), rest)
        return labels, None, steps * weights, labels[:, 0].sum(0)


def after_step(sums, weights):
    most = sums.max(1, keepdim=True)[0]
    return ((sums - most).exp() @ weights).clamp_min(1e-30).log() + most


def table(rows, columns):
    """Of features by number, of which 0 is none. Its rows are 0 at first."""
    found = nn.EmbeddingBag(rows + 1, columns, mode="sum", padding_idx=0, sparse=True)
    nn.init.zeros_(found.weight)
    return found


def summed(layer, bags):
    features, starts, weights = bags
    return layer(features, starts, per_sample_weights=weights)


def padded(rows, mask):
    found = rows.new_zeros(*mask.shape, rows.shape[-1])
    found[mask] = rows
    return found
