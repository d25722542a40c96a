-- Copyright (c) 2026 The esa authors
--
-- SPDX-License-Identifier: GPL-2.0-only
--
-- Wireshark does not know the headers in the captures of the esa module. This
-- dissector shows them: the 24-byte header of ESA and ATP behind IPv4 (protocol 253,
-- layout in core/wire/esa-wire-format.h), and SwitchML's over UDP (port 0xbee0,
-- core/wire/esa-switchml-wire-format.h). Fields that both have bear the same names,
-- so that one filter serves for both.
--
--     wireshark -X lua_script:contrib/esa/wireshark/esa.lua FILE.pcap
--     tshark -X lua_script:contrib/esa/wireshark/esa.lua -r FILE.pcap \
--         -Y 'esa.kind == 2' -T fields -e esa.job -e esa.seq
--
-- or put this file into Wireshark's folder of personal Lua plugins.

local IP_PROTOCOL = 253
local UDP_PORT = 0xbee0

local HEADER_BYTES = 24
local SWITCHML_HEADER_BYTES = 10 -- behind UDP
local SWITCHML_EMPTY_BYTES = 22  -- behind UDP, of a frame without values
local SWITCHML_PAYLOAD_BYTES = 128
local DIGEST_BYTES = 8
local MAX_FAN_IN = 32

local GRADIENT, RESULT, DATA, ACK = 0, 2, 12, 13
local KINDS = {
    [GRADIENT] = "Gradient",
    [1] = "Partial sum",
    [RESULT] = "Result",
    [3] = "Reminder",
    [4] = "Worker reminder",
    [5] = "Resend",
    [6] = "Query",
    [7] = "Answer",
    [8] = "Received",
    [9] = "Retransmission",
    [10] = "Not sent",
    [11] = "Forward",
    [DATA] = "Data",
    [ACK] = "Ack",
}

local esa = Proto("esa", "In-Network Aggregation")
local switchml = Proto("switchml", "SwitchML In-Network Aggregation")

local f = {
    bitmap0 = ProtoField.uint32("esa.bitmap0", "Members of the group in the sum (flows: their number)", base.HEX),
    bitmap1 = ProtoField.uint32("esa.bitmap1", "0 (flows: connection, sender)", base.HEX),
    job = ProtoField.uint16("esa.job", "Job"),
    seq = ProtoField.uint32("esa.seq", "Sequence number"),
    aggregator = ProtoField.uint32("esa.aggregator", "Aggregator"),
    fan_in0 = ProtoField.uint24("esa.fan_in0", "Fan-in", base.DEC, nil, 0xfc0000),
    fan_in1 = ProtoField.uint24("esa.fan_in1", "Second fan-in: 0", base.DEC, nil, 0x03f000),
    kind = ProtoField.uint24("esa.kind", "Kind", base.DEC, KINDS, 0x000f00),
    overflow = ProtoField.bool("esa.overflow", "Overflow", 24, nil, 0x000080),
    collision = ProtoField.bool("esa.collision", "Collision", 24, nil, 0x000040),
    ecn = ProtoField.bool("esa.ecn", "ECN", 24, nil, 0x000020),
    second_level = ProtoField.bool("esa.second_level", "Second level: 0", 24, nil, 0x000010),
    version = ProtoField.bool("esa.version", "Slot version", 24, nil, 0x000008),
    is_digest = ProtoField.bool("esa.is_digest", "Digest in place of values", 24, nil, 0x000004),
    urgent = ProtoField.bool("esa.urgent", "Urgent", 24, nil, 0x000002),
    reserved = ProtoField.uint24("esa.reserved", "Reserved", base.HEX, nil, 0x000001),
    priority = ProtoField.uint8("esa.priority", "Priority"),
    group = ProtoField.uint16("esa.group", "Group (0: the only one of the job)"),
    digest = ProtoField.uint64("esa.digest", "Digest", base.HEX),
    values = ProtoField.bytes("esa.values", "Values"),
    value = ProtoField.int32("esa.value", "Value"),
    -- in SwitchML's header only
    message = ProtoField.uint8("esa.kind", "Kind", base.DEC, KINDS),
    size = ProtoField.uint8("esa.switchml.size", "Size", base.DEC, nil, 0x07),
    job8 = ProtoField.uint8("esa.job", "Job"),
    slot = ProtoField.uint16("esa.slot", "Slot", base.DEC, nil, 0x7fff),
    slot_version = ProtoField.bool("esa.version", "Slot version", 16, nil, 0x8000),
    exponents = ProtoField.uint16("esa.switchml.exponents", "Exponents", base.HEX),
}
esa.fields = f

local invalid = ProtoExpert.new(
    "esa.invalid", "Invalid header", expert.group.MALFORMED, expert.severity.ERROR)
esa.experts = { invalid }

-- Shows the values of a fragment, or the digest that stands for them.
local function add_payload(tree, payload, is_digest)
    if payload:len() == 0 then
        return
    elseif is_digest and payload:len() >= DIGEST_BYTES then
        tree:add(f.digest, payload(0, DIGEST_BYTES))
        return
    elseif is_digest then
        tree:add(f.values, payload):set_text("No values")
        return
    end
    local values = tree:add(f.values, payload)
    values:set_text(string.format("Values (%d)", payload:len() / 4))
    for offset = 0, payload:len() - 4, 4 do
        values:add(f.value, payload(offset, 4)):prepend_text(string.format("[%d] ", offset / 4))
    end
end

-- Sets the columns, and the title of the tree.
local function describe(pinfo, tree, name, text)
    pinfo.cols.protocol = name
    pinfo.cols.info = text
    tree:append_text(", " .. text)
end

function esa.dissector(buffer, pinfo, root)
    local tree = root:add(esa, buffer())
    if buffer:len() < HEADER_BYTES then
        describe(pinfo, tree, "ESA", "truncated header")
        tree:add_proto_expert_info(invalid, "The header is shorter than 24 bytes")
        return buffer:len()
    end
    local bits = buffer(18, 3)
    tree:add(f.bitmap0, buffer(0, 4))
    tree:add(f.bitmap1, buffer(4, 4))
    tree:add(f.job, buffer(8, 2))
    tree:add(f.seq, buffer(10, 4))
    tree:add(f.aggregator, buffer(14, 4))
    for _, field in ipairs({ f.fan_in0, f.fan_in1, f.kind, f.overflow, f.collision, f.ecn,
                             f.second_level, f.version, f.is_digest, f.urgent, f.reserved }) do
        tree:add(field, bits)
    end
    tree:add(f.priority, buffer(21, 1))
    tree:add(f.group, buffer(22, 2))

    local kind = bits:bitfield(12, 4)
    if not KINDS[kind] then
        tree:add_proto_expert_info(invalid, "Unknown kind of packet")
    end
    if bits:bitfield(0, 6) > MAX_FAN_IN then
        tree:add_proto_expert_info(invalid, "Fan-in above 32")
    end
    local is_flow = kind == DATA or kind == ACK
    if bits:bitfield(6, 6) ~= 0 or bits:bitfield(19, 1) ~= 0 or
        (not is_flow and buffer(4, 4):uint() ~= 0) then
        tree:add_proto_expert_info(invalid, "A second level, which ATP has, but not ESA")
    end
    if bits:bitfield(23, 1) ~= 0 then
        tree:add_proto_expert_info(invalid, "A reserved bit is set")
    end
    if is_flow and buffer(22, 2):uint() ~= 0 then
        tree:add_proto_expert_info(invalid, "A packet of a flow has a group")
    end
    add_payload(tree, buffer(HEADER_BYTES), bits:bitfield(21, 1) == 1)
    if is_flow then
        describe(pinfo, tree, "ESA flow", string.format(
            "%s, job %d, seq %d, packet %d", KINDS[kind],
            buffer(8, 2):uint(), buffer(10, 4):uint(), buffer(14, 4):uint()))
        return buffer:len()
    end
    describe(pinfo, tree, "ESA", string.format(
        "%s, job %d, seq %d, aggregator %d, priority %d", KINDS[kind] or "?",
        buffer(8, 2):uint(), buffer(10, 4):uint(), buffer(14, 4):uint(), buffer(21, 1):uint()))
    return buffer:len()
end

-- The header has no flag for a digest, which has zeros behind it.
local function looks_like_digest(payload)
    for offset = DIGEST_BYTES, payload:len() - 4, 4 do
        if payload(offset, 4):uint() ~= 0 then
            return false
        end
    end
    return true
end

function switchml.dissector(buffer, pinfo, root)
    local tree = root:add(switchml, buffer())
    local has_values = buffer:len() ~= SWITCHML_EMPTY_BYTES
    if has_values and buffer:len() < SWITCHML_HEADER_BYTES + SWITCHML_PAYLOAD_BYTES then
        describe(pinfo, tree, "SwitchML", "truncated packet")
        tree:add_proto_expert_info(invalid, "The packet is shorter than 138 bytes")
        return buffer:len()
    end
    local message = buffer(0, 1):bitfield(0, 4)
    local kind = message == 0 and GRADIENT or RESULT
    local pool_index = buffer(6, 2)
    tree:add(f.message, buffer(0, 1), kind)
    tree:add(f.size, buffer(0, 1))
    tree:add(f.job8, buffer(1, 1))
    tree:add(f.seq, buffer(2, 4))
    tree:add(f.slot_version, pool_index)
    tree:add(f.slot, pool_index)
    tree:add(f.exponents, buffer(8, 2))
    if message > 1 then
        tree:add_proto_expert_info(invalid, "Unknown kind of packet")
    end
    if buffer(0, 1):bitfield(4, 1) ~= 0 then
        tree:add_proto_expert_info(invalid, "A bit without meaning is set")
    end
    local payload = buffer(SWITCHML_HEADER_BYTES)
    if has_values then
        add_payload(tree, payload, looks_like_digest(payload))
    else
        tree:add(f.values, payload):set_text("No values")
    end
    describe(pinfo, tree, "SwitchML", string.format(
        "%s, job %d, seq %d, slot %d, version %d", KINDS[kind], buffer(1, 1):uint(),
        buffer(2, 4):uint(), pool_index:bitfield(1, 15), pool_index:bitfield(0, 1)))
    return buffer:len()
end

DissectorTable.get("ip.proto"):add(IP_PROTOCOL, esa)
DissectorTable.get("udp.port"):add(UDP_PORT, switchml)
