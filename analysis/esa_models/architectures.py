# SPDX-License-Identifier: GPL-2.0-only
"""Models whose parameters follow from their published dimensions, and times from operations.

The forward part takes two operations (multiply, add) for each weight of a matrix and each token or
example. The backward part takes twice as many: gradients of the inputs and of the weights. A layer
that only moves memory, for example a look-up in a table, takes as long as the memory needs.
"""

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


def transformer_block(name, tensors, width, batch, sequence):
    """Self-attention and a feed-forward part of four times the width."""
    weights = 12 * width * width
    tokens = batch * sequence
    # queries x keys, and weights x values
    attention = 2 * (2 * tokens * sequence * width)
    return computed(name, tensors, 2 * tokens * weights + attention)


def feed_forward(width):
    """Tensors of the feed-forward part."""
    return linear(width, 4 * width) + linear(4 * width, width)


def bert_large():
    """Devlin et al., NAACL 2019: 24 layers of width 1024."""
    width, blocks, words, positions, segments = 1024, 24, 30522, 512, 2
    batch, sequence = 32, 128
    tokens = batch * sequence
    embedding = [words * width, positions * width, segments * width, *norm(width)]
    layers = [table("embeddings", embedding, 3 * tokens * width)]
    # query, key, value and output, each a matrix; normalizations follow both parts
    block = 4 * linear(width, width) + norm(width) + feed_forward(width) + norm(width)
    layers += [
        transformer_block(f"layer{number}", block, width, batch, sequence)
        for number in range(1, blocks + 1)
    ]
    layers.append(computed("pooler", linear(width, width), 2 * batch * width * width))
    return {
        "name": "bert-large",
        "description": "BERT-large (uncased), batch 32 of 128 tokens, fine-tuning",
        "source": "derived: parameters from the dimensions in Devlin et al., BERT (NAACL 2019); "
        "times " + ASSUMPTION,
        "licence": "GPL-2.0-only",
        "batch": batch,
    }, layers


def gpt2_xl():
    """Radford et al. 2019: 48 layers of width 1600."""
    width, blocks, words, context = 1600, 48, 50257, 1024
    batch = 8
    tokens = batch * context
    layers = [table("embeddings", [words * width, context * width], 2 * tokens * width)]
    # query, key and value are one matrix; normalizations go before both parts
    attention = norm(width) + linear(width, 3 * width) + linear(width, width)
    block = attention + norm(width) + feed_forward(width)
    layers += [
        transformer_block(f"layer{number}", block, width, batch, context)
        for number in range(1, blocks + 1)
    ]
    # The output matrix is the embedding's; its gradients leave with those.
    layers.append(computed("output", norm(width), 2 * tokens * width * words))
    return {
        "name": "gpt2-xl",
        "description": "GPT-2 XL, batch 8 of 1024 tokens",
        "source": "derived: parameters from the dimensions in Radford et al., Language Models are "
        "Unsupervised Multitask Learners (2019); times " + ASSUMPTION,
        "licence": "GPL-2.0-only",
        "batch": batch,
    }, layers


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


MODELS = {"bert-large": bert_large, "gpt2-xl": gpt2_xl, "dlrm": dlrm}
