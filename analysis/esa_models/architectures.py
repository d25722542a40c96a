# SPDX-License-Identifier: GPL-2.0-only
"""Models whose parameters follow from their published dimensions, and times from operations.

The forward part takes two operations (multiply, add) for each weight of a matrix and each token or
example. The backward part takes twice as many: gradients of the inputs and of the weights. A layer
that only moves memory, for example a look-up in a table, takes as long as the memory needs.
"""

from dataclasses import dataclass

from .layers import Layer

GPU = "one NVIDIA A100"
OPERATIONS_PER_S = 125e12  # 40 % of the A100's 312 Tflop/s in half precision
MEMORY_BYTES_PER_S = 1.555e12  # of the A100 with 40 GB
BYTES_PER_VALUE = 4

ASSUMPTION = (
    f"estimated for {GPU}: 2 operations a weight and token forward and 4 backward, plus attention, "
    "at 125 Tflop/s (40 % of the peak in half precision), memory at 1555 GB/s. Not measured. "
    "By analysis/esa_models."
)


def microseconds(operations):
    """Time of a number of operations."""
    return operations / OPERATIONS_PER_S * 1e6


def memory_microseconds(values):
    """Time in which the memory reads or writes a number of values."""
    return values * BYTES_PER_VALUE / MEMORY_BYTES_PER_S * 1e6


def computed(name, tensors, operations):
    """A layer whose forward part takes a number of operations."""
    parameters = sum(tensors)
    return Layer(name, parameters, microseconds(operations), microseconds(2 * operations), tensors)


def table(name, tensors, values):
    """A layer that looks values up; its gradients are as many as its parameters."""
    backward_us = memory_microseconds(sum(tensors))
    return Layer(name, sum(tensors), memory_microseconds(values), backward_us, tensors)


def linear(inputs, outputs):
    """Tensors of a matrix with bias."""
    return [inputs * outputs, outputs]


def norm(width):
    """Tensors of a layer normalization."""
    return [width, width]


def feed_forward(width):
    """Tensors of the feed-forward part."""
    return linear(width, 4 * width) + linear(4 * width, width)


def passing(layer, values, sums):
    """The layer, which passes values on; the ranks of a tensor group sum so many sets of them.

    A tensor-parallel block has two sums forward and two backward (Megatron-LM: Shoeybi et al. 2019).
    The embeddings have one forward and the output layer has one backward: the embeddings get both.
    """
    layer.activations = values
    layer.tensor_values = sums * values
    return layer


def transformer_blocks(count, tensors, width, batch, sequence):
    """Blocks of self-attention and a feed-forward part of four times the width."""
    weights = 12 * width * width
    tokens = batch * sequence
    # queries x keys, and weights x values
    attention = 2 * (2 * tokens * sequence * width)
    operations = 2 * tokens * weights + attention
    blocks = [computed(f"layer{number}", tensors, operations) for number in range(1, count + 1)]
    return [passing(block, tokens * width, 2) for block in blocks]


def about(name, description, dimensions, batch):
    """What a model file says above its layers. dimensions: where they are published"""
    return {
        "name": name,
        "description": description,
        "source": f"derived: parameters from the dimensions in {dimensions}; times " + ASSUMPTION,
        "licence": "GPL-2.0-only",
        "batch": batch,
    }


def bert_large():
    """Devlin et al., NAACL 2019: 24 layers of width 1024."""
    width, blocks, words, positions, segments = 1024, 24, 30522, 512, 2
    batch, sequence = 32, 128
    tokens = batch * sequence
    embedding = [words * width, positions * width, segments * width, *norm(width)]
    layers = [passing(table("embeddings", embedding, 3 * tokens * width), tokens * width, 1)]
    # query, key, value and output, each a matrix; normalizations follow both parts
    block = 4 * linear(width, width) + norm(width) + feed_forward(width) + norm(width)
    layers += transformer_blocks(blocks, block, width, batch, sequence)
    pooler = computed("pooler", linear(width, width), 2 * batch * width * width)
    layers.append(passing(pooler, batch * width, 0))
    description = "BERT-large (uncased), batch 32 of 128 tokens, fine-tuning"
    return about("bert-large", description, "Devlin et al., BERT (NAACL 2019)", batch), layers


def gpt2_xl():
    """Radford et al. 2019: 48 layers of width 1600."""
    width, blocks, words, context = 1600, 48, 50257, 1024
    batch = 8
    tokens = batch * context
    embedding = table("embeddings", [words * width, context * width], 2 * tokens * width)
    layers = [passing(embedding, tokens * width, 1)]
    # query, key and value are one matrix; normalizations go before both parts
    attention = norm(width) + linear(width, 3 * width) + linear(width, width)
    block = attention + norm(width) + feed_forward(width)
    layers += transformer_blocks(blocks, block, width, batch, context)
    # The output matrix is the embedding's; its gradients leave with those.
    output = computed("output", norm(width), 2 * tokens * width * words)
    layers.append(passing(output, tokens * width, 0))
    paper = "Radford et al., Language Models are Unsupervised Multitask Learners (2019)"
    return about("gpt2-xl", "GPT-2 XL, batch 8 of 1024 tokens", paper, batch), layers


# Categories of the 26 columns of the Criteo Kaggle data set.
CRITEO_KAGGLE = (
    1460, 583, 10131227, 2202608, 305, 24, 12517, 633, 3, 93145, 5683, 8351593, 3194, 27, 14992,
    5461306, 10, 5652, 2173, 4, 7046547, 18, 15, 286181, 105, 142572,
)  # fmt: skip


def dlrm():
    """Naumov et al. 2019, with the dimensions of its reference code for Criteo Kaggle."""
    batch, width = 2048, 16
    bottom = (13, 512, 256, 64, width)
    vectors = len(CRITEO_KAGGLE) + 1
    top = (width + vectors * (vectors - 1) // 2, 512, 256, 1)
    tables = [categories * width for categories in CRITEO_KAGGLE]
    layers = [table("embedding tables", tables, batch * len(CRITEO_KAGGLE) * width)]
    for part, sizes in (("bottom", bottom), ("top", top)):
        for number, (inputs, outputs) in enumerate(zip(sizes, sizes[1:]), 1):
            operations = 2 * batch * inputs * outputs
            layers.append(computed(f"{part}{number}", linear(inputs, outputs), operations))
    return {
        "name": "dlrm",
        "description": "DLRM for Criteo Kaggle, batch 2048; 540 million parameters in its tables",
        "source": "derived: parameters from the dimensions in Naumov et al., Deep Learning "
        "Recommendation Model (arXiv 1906.00091) and its reference code's Criteo Kaggle set-up: "
        "tables of width 16, bottom 13-512-256-64-16, top 367-512-256-1. The tables' gradients are "
        "sent dense. Times " + ASSUMPTION,
        "licence": "GPL-2.0-only",
        "batch": batch,
    }, layers


@dataclass
class Decoder:
    """A transformer that predicts the next token, by its published dimensions."""

    blocks: int
    width: int
    hidden: int  # width of the feed-forward part
    words: int
    tokens: int  # of a sequence
    key_values: int  # width of keys and values together with their heads
    experts: int = 1  # feed-forward parts of a block
    chosen: int = 1  # of them, those of a token

    def attention(self, name, tensors):
        """The first half of a block."""
        weights = 2 * self.width * (self.width + self.key_values)
        scores = 2 * (2 * self.tokens * self.tokens * self.width)
        layer = computed(name, tensors, 2 * self.tokens * weights + scores)
        return passing(layer, self.tokens * self.width, 1)

    def feed_forward(self, name, tensors, matrices):
        """The second half: one feed-forward part, or several experts and their router."""
        weights = matrices * self.width * self.hidden
        router = self.width * self.experts if self.experts > 1 else 0
        operations = 2 * self.tokens * (self.chosen * weights + router)
        layer = passing(computed(name, tensors, operations), self.tokens * self.width, 1)
        if self.experts > 1:
            layer.experts = {
                "count": self.experts,
                "parameters": self.experts * weights,
                "values": self.chosen * self.tokens * self.width,
            }
        return layer

    def ends(self, embeddings, output):
        """The embeddings, and the output layer."""
        values = self.tokens * self.width
        first = table("embeddings", embeddings, 2 * values)
        last = computed("output", output, 2 * values * self.words)
        return passing(first, values, 1), passing(last, values, 0)

    def layers(self, first, last, halves):
        """All layers. halves makes those of a block from its name."""
        result = [first]
        for number in range(1, self.blocks + 1):
            result += halves(f"layer{number}")
        return [*result, last]


def gpt3_175b():
    """Brown et al. 2020, table 2.1: 96 layers of width 12288."""
    gpt = Decoder(96, 12288, 49152, 50257, 2048, 12288)
    width = gpt.width

    def halves(name):
        attention = norm(width) + linear(width, 3 * width) + linear(width, width)
        return (
            gpt.attention(f"{name}.attention", attention),
            gpt.feed_forward(f"{name}.feed-forward", norm(width) + feed_forward(width), 2),
        )

    # The output matrix is the embedding's; its gradients leave with those.
    ends = gpt.ends([gpt.words * width, gpt.tokens * width], norm(width))
    description = "GPT-3 175B, batch of one sequence of 2048 tokens"
    paper = (
        "Brown et al., Language Models are Few-Shot Learners (arXiv 2005.14165, table 2.1), with "
        "GPT-2's vocabulary"
    )
    return about("gpt3-175b", description, paper, 1), gpt.layers(*ends, halves)


def llama(name, title, decoder, paper):
    """Llama and its descendants: matrices without bias, gated feed-forward parts."""
    width, hidden = decoder.width, decoder.hidden
    router = [width * decoder.experts] if decoder.experts > 1 else []
    part = "experts" if decoder.experts > 1 else "feed-forward"

    def halves(block):
        keys = width * decoder.key_values
        attention = [width, width * width, keys, keys, width * width]
        gated = decoder.experts * [width * hidden, width * hidden, hidden * width]
        return (
            decoder.attention(f"{block}.attention", attention),
            decoder.feed_forward(f"{block}.{part}", [width, *router, *gated], 3),
        )

    words = decoder.words * width
    description = f"{title}, batch of one sequence of {decoder.tokens} tokens"
    layers = decoder.layers(*decoder.ends([words], [width, words]), halves)
    return about(name, description, paper, 1), layers


LLAMA_2 = (
    "Touvron et al., Llama 2 (arXiv 2307.09288), and the configuration that was published with the "
    "model"
)


def llama2_7b():
    """Touvron et al. 2023: 32 layers of width 4096."""
    return llama("llama2-7b", "Llama 2 7B", Decoder(32, 4096, 11008, 32000, 4096, 4096), LLAMA_2)


def llama2_70b():
    """Touvron et al. 2023: 80 layers of width 8192, 8 heads of keys and values for 64."""
    return llama("llama2-70b", "Llama 2 70B", Decoder(80, 8192, 28672, 32000, 4096, 1024), LLAMA_2)


def mixtral_8x7b():
    """Jiang et al. 2024, table 1: 32 layers of width 4096, with 8 experts of which 2 are chosen."""
    mixtral = Decoder(32, 4096, 14336, 32000, 4096, 1024, 8, 2)
    paper = (
        "Jiang et al., Mixtral of Experts (arXiv 2401.04088, table 1); every expert gets as many "
        "tokens"
    )
    return llama("mixtral-8x7b", "Mixtral 8x7B", mixtral, paper)


MODELS = {
    "bert-large": bert_large,
    "gpt2-xl": gpt2_xl,
    "gpt3-175b": gpt3_175b,
    "llama2-7b": llama2_7b,
    "llama2-70b": llama2_70b,
    "mixtral-8x7b": mixtral_8x7b,
    "dlrm": dlrm,
}
