# SPDX-License-Identifier: GPL-2.0-only
"""Cases of the program that makes execution traces."""

import json

from case import MAKER, Case
from document import spoil_text
from rng import texts

COUNTS = ("data", "tensor", "pipeline", "expert", "microbatches", "layers", "batch")
SIZES = ("layer-bytes", "expert-bytes", "activation-bytes", "forward-us", "backward-us")
ODD = ("0", "-1", "1e3", "0x2", "+2", " 2", "1.5", "", "32769", "1000000000001", "9" * 30, "nan")
FILE = "mine.json"
MODELS = ("bert-large", "mixtral-8x7b", "vgg16", "dnn-a", FILE, "bert", "")


def draw_maker(rng, _fields):
    """Small jobs, of which some options make no sense together, and odd options."""
    options = []
    for _ in range(rng.whole(0, 5)):
        options += [f"--{rng.pick((*COUNTS, *SIZES))}", rng.pick(("1", "2", "3", "4", "6", "8"))]
    if rng.chance(0.6):
        options += ["--model", rng.pick(MODELS)]
        options += ["--fsdp"] if rng.chance(0.3) else []
    if rng.chance(0.3):
        options += ["--precision", rng.pick(("fp32", "bf16", "fp8", texts(rng)))]
    if rng.chance(0.3):
        options += ["--slice", rng.pick(("1", "0.01", "1e-300", *ODD, texts(rng)))]
    if rng.chance(0.4):
        odd = rng.pick((*ODD, texts(rng)))
        options += [f"--{rng.pick((*COUNTS, *SIZES, texts(rng)))}", odd]
    prefix = rng.pick(("t", "t", "t", "none/t", "", "a" * 300))
    return Case(
        "",
        [option.replace("\0", "") for option in (prefix, *options)],
        program=MAKER,
        files={FILE: own_model(rng)},
        outputs=("*.et",),
    )


def own_model(rng):
    """The text of a model file, mostly with a fault."""
    experts = {"count": 4, "parameters": 800, "values": 100}
    shared = {"activations": 50, "tensor_values": 50, "experts": experts}
    layer = {"name": "only", "parameters": 1000, "forward_us": 10, "backward_us": 20, **shared}
    model = {"name": "mine", "layers": [layer, dict(layer, name="other")]}
    place = rng.pick((layer, layer, experts, model))
    if rng.chance(0.4):
        place[rng.pick(list(place))] = rng.pick((0, -1, 1e300, 10**12, "x", None, [], 0.5))
    if rng.chance(0.2):
        del place[rng.pick(list(place))]
    text = json.dumps(model).encode()
    return spoil_text(rng, text) if rng.chance(0.1) else text
