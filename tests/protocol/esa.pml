/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * ESA's protocol as in contrib/esa/core: 2 workers, 2 tasks of one fragment each, 1 aggregator for
 * both, and a PS. README.md says what is modelled, and ./run checks the model.
 *
 * One process does everything: each step of the loop takes one packet off the network, or runs one
 * timer. The data network keeps no order, so packets on their way are counters. A packet is lost or
 * duplicated when it is sent. In a network without order, this is the same as losing it later.
 */

#ifndef LOSSES
#define LOSSES 1 /* packets that may be lost */
#endif
#ifndef DUPLICATES
#define DUPLICATES 1 /* packets that may come twice */
#endif
#ifndef EARLY
#define EARLY 1 /* timers that may fire while packets are under way */
#endif

#define FREE 2          /* the aggregator's task when it has none */
#define BIT(w) (1 << (w))
#define FULL 3          /* the bitmap of both workers */
#define ONE(w) (1 << (3 * (w))) /* a sum counts how often each worker is in it */
#define EXACT 9         /* each worker once */
#define AT(w, t) (2 * (w) + (t))

mtype = {query, result, answer, retransmission, notSent};

/* what the network may still do */
byte losses = LOSSES;
byte duplicates = DUPLICATES;
byte early = EARLY;

/* packets under way on the data network */
byte gradients[4];                           /* from worker w of task t to the switch */
byte reminders[2];                           /* from the PS to the switch */
byte psResults[2];                           /* from the PS to the switch, which multicasts */
byte results[4];                             /* from the switch to worker w, of task t */
byte workerReminders[4];                     /* from worker w to the PS, urgent */
chan sums = [8] of {byte, byte, byte};       /* to the PS: task, bitmap, sum; kept sorted */
/* the reliable channel, in order */
chan toWorker0 = [6] of {mtype, byte};
chan toWorker1 = [6] of {mtype, byte};
chan fromWorker0 = [6] of {mtype, byte};
chan fromWorker1 = [6] of {mtype, byte};

/* the workers */
bool sent[4];
bool has[4];

/* the aggregator */
byte held = FREE;
byte bitmap;
byte sum;

/* the PS: an entry for each task */
#define NOTED 0
#define OPEN 1
#define DONE 2
byte state[2];
byte psBitmap[2];
byte psSum[2];
byte asked[2];
byte lacking[2];
bool planned[2]; /* a query will leave when its hold-off is over: at any time */

hidden byte inW, inT, inBitmap, inSum;
hidden mtype inKind;

#define ALL_HAVE (has[0] && has[1] && has[2] && has[3])
#define ANY_OPEN (state[0] == OPEN || state[1] == OPEN)

inline send(counter)
{
    if
    :: counter++
    :: losses > 0 -> losses--
    :: duplicates > 0 -> duplicates--; counter = counter + 2
    fi
}

inline sendSum(t, b, s)
{
    assert(len(sums) <= 6);
    if
    :: sums !! t, b, s
    :: losses > 0 -> losses--
    :: duplicates > 0 -> duplicates--; sums !! t, b, s; sums !! t, b, s
    fi
}

inline multicast(t, s)
{
    assert(s == EXACT); /* the safety property: each worker is in the sum once */
    send(results[AT(0, t)]);
    send(results[AT(1, t)])
}

inline tell(w, kind, t)
{
    if
    :: w == 0 -> assert(len(toWorker0) < 6); toWorker0 ! kind, t
    :: else -> assert(len(toWorker1) < 6); toWorker1 ! kind, t
    fi
}

inline reply(w, kind, t)
{
    if
    :: w == 0 -> assert(len(fromWorker0) < 6); fromWorker0 ! kind, t
    :: else -> assert(len(fromWorker1) < 6); fromWorker1 ! kind, t
    fi
}

/* --- the switch --- */

inline allocate(t, b, s)
{
    held = t;
#ifdef MUTANT_BITMAP_NOT_CLEARED
    bitmap = bitmap | b;
#else
    bitmap = b;
#endif
    sum = s
}

inline release()
{
#ifndef MUTANT_BITMAP_NOT_CLEARED
    bitmap = 0;
#endif
    held = FREE;
    sum = 0
}

inline onGradient(w, t)
{
    if
    :: held == FREE -> allocate(t, BIT(w), ONE(w))
    :: held == t && (bitmap & BIT(w)) -> skip /* a copy */
    :: held == t && !(bitmap & BIT(w)) ->
        sum = sum + ONE(w);
        bitmap = bitmap | BIT(w);
        if
        :: bitmap == FULL ->
            inSum = sum;
            release();
            multicast(t, inSum)
        :: else
        fi
    :: held != FREE && held != t -> /* of higher priority: preemption */
        inBitmap = bitmap;
        inSum = sum;
        sendSum(1 - t, inBitmap, inSum);
        allocate(t, BIT(w), ONE(w))
    :: held != FREE && held != t -> /* of no higher priority: on to the PS */
        sendSum(t, BIT(w), ONE(w))
    fi
}

inline onReminder(t)
{
    if
    :: held == t ->
        inBitmap = bitmap;
#ifdef MUTANT_FREED_BEFORE_SENT
        release();
        inSum = sum;
#else
        inSum = sum;
        release();
#endif
        sendSum(t, inBitmap, inSum)
    :: else /* it is not returned */
    fi
}

inline onPsResult(t)
{
    if
    :: held == t -> release() /* a copy came after the PS had the whole sum */
    :: else
    fi;
    multicast(t, psSum[t])
}

/* --- the PS --- */

#ifdef MUTANT_NO_OVERLAP_CHECK
#define OVERLAPS(t, b) false
#else
#define OVERLAPS(t, b) (psBitmap[t] & b)
#endif

inline merge(t, b, s)
{
    if
    :: state[t] == DONE || OVERLAPS(t, b) -> skip
    :: else ->
        state[t] = OPEN;
        psSum[t] = psSum[t] + s;
        psBitmap[t] = psBitmap[t] | b;
        planned[t] = false;
        if
        :: psBitmap[t] == FULL ->
            assert(psSum[t] == EXACT);
            state[t] = DONE;
            send(psResults[t])
        :: else
        fi
    fi
}

inline planQuery(t)
{
    if
    :: !planned[t] && asked[t] == 0 -> planned[t] = true
    :: else
    fi
}

inline forward(w, t)
{
    assert(psBitmap[t] == FULL && psSum[t] == EXACT);
#ifndef MUTANT_NO_FORWARD
    tell(w, result, t)
#endif
}

inline onWorkerReminder(w, t)
{
    if
    :: state[t] == DONE -> forward(w, t)
    :: else ->
        planQuery(t);
        send(reminders[t])
    fi
}

inline ask(t)
{
    planned[t] = false;
    asked[t] = FULL & ~psBitmap[t];
    lacking[t] = 0;
#ifdef MUTANT_NOBODY_ASKED
    asked[t] = 0;
#endif
    if
    :: asked[t] & BIT(0) -> tell(0, query, t)
    :: else
    fi;
    if
    :: asked[t] & BIT(1) -> tell(1, query, t)
    :: else
    fi
}

inline onPsTimer(t)
{
    planQuery(t);
    send(reminders[t])
}

inline onAnswer(w, kind, t)
{
    asked[t] = asked[t] & ~BIT(w);
    if
    :: state[t] == DONE && kind != answer -> forward(w, t)
    :: state[t] == DONE && kind == answer
    :: state[t] != DONE && kind == retransmission ->
        lacking[t] = lacking[t] | BIT(w);
        merge(t, BIT(w), ONE(w))
    :: state[t] != DONE && kind == notSent -> lacking[t] = lacking[t] | BIT(w)
    :: state[t] != DONE && kind == answer ->
        state[t] = DONE;
        planned[t] = false;
        psBitmap[t] = FULL;
        psSum[t] = EXACT; /* a worker takes no other result */
        if
        :: lacking[t] & BIT(0) -> forward(0, t)
        :: else
        fi;
        if
        :: lacking[t] & BIT(1) -> forward(1, t)
        :: else
        fi
    fi
}

/* --- the workers --- */

inline onReliable(w, kind, t)
{
    if
    :: kind == result -> has[AT(w, t)] = true
    :: kind == query && has[AT(w, t)] -> reply(w, answer, t)
    :: kind == query && !has[AT(w, t)] && sent[AT(w, t)] -> reply(w, retransmission, t)
    :: kind == query && !sent[AT(w, t)] -> reply(w, notSent, t)
    fi
}

inline onTimer(w, t)
{
    send(workerReminders[AT(w, t)])
}

#define WAITS(w, t) (sent[AT(w, t)] && !has[AT(w, t)])

active proctype system()
{
    do
    /* workers send, each in order; the window is wide enough for both tasks */
    :: atomic { !sent[AT(0, 0)] -> sent[AT(0, 0)] = true; send(gradients[AT(0, 0)]) }
    :: atomic { !sent[AT(1, 0)] -> sent[AT(1, 0)] = true; send(gradients[AT(1, 0)]) }
    :: atomic { sent[AT(0, 0)] && !sent[AT(0, 1)] ->
                sent[AT(0, 1)] = true; send(gradients[AT(0, 1)]) }
    :: atomic { sent[AT(1, 0)] && !sent[AT(1, 1)] ->
                sent[AT(1, 1)] = true; send(gradients[AT(1, 1)]) }

    /* packets arrive at the switch */
    :: atomic {
        if
        :: gradients[0] > 0 -> gradients[0]--; inW = 0; inT = 0
        :: gradients[1] > 0 -> gradients[1]--; inW = 0; inT = 1
        :: gradients[2] > 0 -> gradients[2]--; inW = 1; inT = 0
        :: gradients[3] > 0 -> gradients[3]--; inW = 1; inT = 1
        fi;
        onGradient(inW, inT)
       }
    :: atomic {
        if
        :: reminders[0] > 0 -> reminders[0]--; inT = 0
        :: reminders[1] > 0 -> reminders[1]--; inT = 1
        fi;
        onReminder(inT)
       }
    :: atomic {
        if
        :: psResults[0] > 0 -> psResults[0]--; inT = 0
        :: psResults[1] > 0 -> psResults[1]--; inT = 1
        fi;
        onPsResult(inT)
       }

    /* at the PS */
    :: atomic {
        if
        :: sums ?? 0, 1, inSum -> inT = 0; inBitmap = 1
        :: sums ?? 0, 2, inSum -> inT = 0; inBitmap = 2
        :: sums ?? 0, 3, inSum -> inT = 0; inBitmap = 3
        :: sums ?? 1, 1, inSum -> inT = 1; inBitmap = 1
        :: sums ?? 1, 2, inSum -> inT = 1; inBitmap = 2
        :: sums ?? 1, 3, inSum -> inT = 1; inBitmap = 3
        fi;
        merge(inT, inBitmap, inSum)
       }
    :: atomic {
        if
        :: workerReminders[0] > 0 -> workerReminders[0]--; inW = 0; inT = 0
        :: workerReminders[1] > 0 -> workerReminders[1]--; inW = 0; inT = 1
        :: workerReminders[2] > 0 -> workerReminders[2]--; inW = 1; inT = 0
        :: workerReminders[3] > 0 -> workerReminders[3]--; inW = 1; inT = 1
        fi;
        onWorkerReminder(inW, inT)
       }
    :: atomic { fromWorker0 ? inKind, inT -> onAnswer(0, inKind, inT) }
    :: atomic { fromWorker1 ? inKind, inT -> onAnswer(1, inKind, inT) }
    :: atomic { planned[0] -> ask(0) }
    :: atomic { planned[1] -> ask(1) }

    /* at the workers */
    :: atomic {
        if
        :: results[0] > 0 -> results[0]--; inW = 0
        :: results[1] > 0 -> results[1]--; inW = 1
        :: results[2] > 0 -> results[2]--; inW = 2
        :: results[3] > 0 -> results[3]--; inW = 3
        fi;
        has[inW] = true
       }
    :: atomic { toWorker0 ? inKind, inT -> onReliable(0, inKind, inT) }
    :: atomic { toWorker1 ? inKind, inT -> onReliable(1, inKind, inT) }

    /* timers */
    :: atomic { WAITS(0, 0) && early > 0 -> early--; onTimer(0, 0) }
    :: atomic { WAITS(0, 1) && early > 0 -> early--; onTimer(0, 1) }
    :: atomic { WAITS(1, 0) && early > 0 -> early--; onTimer(1, 0) }
    :: atomic { WAITS(1, 1) && early > 0 -> early--; onTimer(1, 1) }
    :: atomic { state[0] == OPEN && early > 0 -> early--; onPsTimer(0) }
    :: atomic { state[1] == OPEN && early > 0 -> early--; onPsTimer(1) }
    :: atomic { timeout && WAITS(0, 0) -> onTimer(0, 0) }
    :: atomic { timeout && WAITS(0, 1) -> onTimer(0, 1) }
    :: atomic { timeout && WAITS(1, 0) -> onTimer(1, 0) }
    :: atomic { timeout && WAITS(1, 1) -> onTimer(1, 1) }
    :: atomic { timeout && state[0] == OPEN -> onPsTimer(0) }
    :: atomic { timeout && state[1] == OPEN -> onPsTimer(1) }

    /* the only end: if this is out of reach, spin reports an invalid end state */
    :: timeout && ALL_HAVE && !ANY_OPEN -> break
    od
}

#ifdef LIVENESS
ltl finally_done { <> (ALL_HAVE && !ANY_OPEN) }
#endif
