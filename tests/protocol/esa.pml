/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * ESA's protocol as in contrib/esa/core: 2 workers, 2 tasks of one fragment each, 1 aggregator for
 * both, and a PS. README.md says what is modelled, and ./run checks the model.
 *
 * One process does everything: each step of the loop takes one packet off the network, or runs one
 * timer. The network keeps no order, so packets on their way are counters. A packet is lost or
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
#ifndef FORGETS
#define FORGETS 0 /* times that the PS may forget everything */
#endif

#define FREE 2          /* the aggregator's task when it has none */
#define BIT(w) (1 << (w))
#define FULL 3          /* the bitmap of both workers */
#define ONE(w) (1 << (3 * (w))) /* a sum counts how often each worker is in it */
#define EXACT 9         /* each worker once */
#define AT(w, t) (2 * (w) + (t))

/* what the network may still do */
byte losses = LOSSES;
byte duplicates = DUPLICATES;
byte early = EARLY;
byte forgets = FORGETS;

/* packets under way */
byte gradients[4];                           /* from worker w of task t to the switch */
byte reminders[2];                           /* from the PS to the switch */
byte psResults[2];                           /* from the PS to the switch, which multicasts */
byte results[4];                             /* from the switch to worker w, of task t */
byte urgent[4];                              /* reminders from worker w to the PS: after a time */
byte overtaken[4];                           /* the same: a larger result is here */
byte queries[4];                             /* from the PS to worker w, who may have the result */
byte urgentQueries[4];                       /* the same, where the PS sums what it asks for */
byte answers[4];                             /* from worker w to the PS: the result */
byte retransmissions[4];                     /* the same: its fragment */
byte notSent[4];                             /* the same: it has not sent its fragment */
byte forwards[4];                            /* from the PS to worker w: the result of task t */
/* to the PS: task, bitmap, sum, whether it answers a reminder; kept sorted */
chan sums = [8] of {byte, byte, byte, bool};

/* the workers */
bool sent[4];
bool has[4];
bool owed[4];       /* the PS has asked before the fragment was sent, so it gets a copy */
bool wasReminded[2]; /* worker w has said that its first result was overtaken */

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
byte asked[2];     /* workers that were asked and have not answered */
byte lacking[2];   /* workers that have said that they have no result */
byte questions[2]; /* to one worker, at most MOST */
bool askedOne[2];  /* the last question went to one worker */
bool split[2];     /* a part of the sum went past the switch, or left it */
bool reminded[2];  /* the switch was asked */
bool due[2];       /* its answer is missing */
bool timedOut[2];  /* the entry has timed out since its last change */
#define MOST 2

hidden byte inW, inT, inBitmap, inSum, inAsked;
hidden byte isAnswer, isUnanswered;

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

/* The task is done, and stays so. What still arrives for it at the PS is dropped there. */
#define FINAL(t) (forgets == 0 && state[t] == DONE)

inline sendSum(t, b, s, isAnswering)
{
    assert(len(sums) <= 6);
    if
    :: FINAL(t) /* nobody will notice it, and the search is smaller without it */
    :: !FINAL(t) ->
    if
    :: sums !! t, b, s, isAnswering
    :: losses > 0 -> losses--
    :: duplicates > 0 -> duplicates--; sums !! t, b, s, isAnswering; sums !! t, b, s, isAnswering
    fi
    fi
}

/* the same for packets to a worker that needs nothing more, and from it */
inline dropOf(i, t)
{
    if
    :: has[i] ->
        results[i] = 0;
        forwards[i] = 0;
        if
        :: FINAL(t) ->
            urgent[i] = 0;
            overtaken[i] = 0;
            queries[i] = 0;
            urgentQueries[i] = 0;
            answers[i] = 0;
            retransmissions[i] = 0;
            notSent[i] = 0
        :: else
        fi
    :: else
    fi
}

inline dropUseless()
{
    d_step {
        dropOf(0, 0);
        dropOf(1, 1);
        dropOf(2, 0);
        dropOf(3, 1);
        do
        :: FINAL(0) && sums ?? [0, _, _, _] -> sums ?? 0, _, _, _
        :: FINAL(1) && sums ?? [1, _, _, _] -> sums ?? 1, _, _, _
        :: else -> break
        od
    }
}

inline multicast(t, s)
{
    assert(s == EXACT); /* the safety property: each worker is in the sum once */
    send(results[AT(0, t)]);
    send(results[AT(1, t)])
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
        sendSum(1 - t, inBitmap, inSum, false);
        allocate(t, BIT(w), ONE(w))
    :: held != FREE && held != t -> /* of no higher priority: on to the PS */
        sendSum(t, BIT(w), ONE(w), false)
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
        sendSum(t, inBitmap, inSum, true)
    :: else ->
        sendSum(t, 0, 0, true) /* so that the PS goes on */
    fi
}

inline onPsResult(t)
{
    if
    :: held == t -> release() /* a copy came after the PS had the whole sum */
    :: else
    fi;
    multicast(t, EXACT) /* as was asserted when it was sent */
}

/* --- the PS --- */

#ifdef MUTANT_NO_OVERLAP_CHECK
#define OVERLAPS(t, b) false
#else
#define OVERLAPS(t, b) (psBitmap[t] & b)
#endif

inline merge(t, b, s, splits)
{
    if
    :: state[t] == DONE || OVERLAPS(t, b) -> skip
    :: else ->
        state[t] = OPEN;
        psSum[t] = psSum[t] + s;
        psBitmap[t] = psBitmap[t] | b;
        split[t] = split[t] || splits;
        timedOut[t] = false;
        if
        :: psBitmap[t] == FULL ->
            assert(psSum[t] == EXACT);
            close(t);
            send(psResults[t])
        :: else
        fi
    fi
}

/* What is not needed any more is set to one value, which makes the search smaller. */
inline close(t)
{
    state[t] = DONE;
    asked[t] = 0;
    questions[t] = 0;
    askedOne[t] = false;
    split[t] = false;
    reminded[t] = false;
    due[t] = false;
    timedOut[t] = false
}

inline forward(w, t)
{
    assert(psBitmap[t] == FULL && psSum[t] == EXACT);
#ifndef MUTANT_NO_FORWARD
    send(forwards[AT(w, t)])
#endif
}

/* ParameterServer::Query(): if nothing of the task is left, somebody who may have the result */
inline ask(t)
{
    askedOne[t] = psBitmap[t] == 0 && lacking[t] != FULL && questions[t] < MOST;
    if
    :: askedOne[t] -> asked[t] = FULL & ~lacking[t]; questions[t]++
    :: else -> asked[t] = FULL & ~psBitmap[t]
    fi;
    if
    :: askedOne[t] && asked[t] == FULL -> asked[t] = BIT(0) /* either may be the first */
    :: askedOne[t] && asked[t] == FULL -> asked[t] = BIT(1)
    :: else
    fi;
    inAsked = asked[t];
#ifdef MUTANT_NOBODY_ASKED
    inAsked = 0;
#endif
    if
    :: inAsked & BIT(0) && askedOne[t] -> send(queries[AT(0, t)])
    :: inAsked & BIT(0) && !askedOne[t] -> send(urgentQueries[AT(0, t)])
    :: else
    fi;
    if
    :: inAsked & BIT(1) && askedOne[t] -> send(queries[AT(1, t)])
    :: inAsked & BIT(1) && !askedOne[t] -> send(urgentQueries[AT(1, t)])
    :: else
    fi
}

inline remind(t)
{
    isUnanswered = due[t];
    reminded[t] = true;
    due[t] = true;
    send(reminders[t]);
    if
    :: isUnanswered -> ask(t) /* its answer may be lost again */
    :: else
    fi
}

inline onWorkerReminder(w, t, isUrgent)
{
    if
    :: state[t] == DONE -> forward(w, t)
    :: else ->
        lacking[t] = lacking[t] | BIT(w);
        if
        :: isUrgent && !split[t] && !reminded[t] -> ask(t) /* it may wait for a slow worker */
        :: isUrgent && (split[t] || reminded[t]) -> remind(t)
        :: !isUrgent && !due[t] -> remind(t)
        :: !isUrgent && due[t] /* the switch is asked already */
        fi
    fi
}

inline onReminderAnswer(t, b, s)
{
    if
    :: b != 0 -> merge(t, b, s, true)
    :: else
    fi;
    if
    :: state[t] != DONE && due[t] ->
        due[t] = false;
        if
        :: lacking[t] != 0 || timedOut[t] -> ask(t)
        :: else /* nobody misses it yet */
        fi
    :: else
    fi
}

inline onPsTimer(t)
{
    timedOut[t] = true;
    remind(t)
}

/* Somebody without a result has answered. Those who had said so before have got it by now. */
inline onLack(w, t)
{
    if
    :: state[t] == DONE && !(lacking[t] & BIT(w)) -> lacking[t] = lacking[t] | BIT(w); forward(w, t)
    :: state[t] == DONE && (lacking[t] & BIT(w))
    :: state[t] != DONE -> lacking[t] = lacking[t] | BIT(w); asked[t] = asked[t] & ~BIT(w)
    fi
}

inline onRetransmission(w, t)
{
    if
    :: state[t] == DONE -> onLack(w, t)
    :: else ->
        onLack(w, t);
        merge(t, BIT(w), ONE(w), false);
        if
        :: state[t] == OPEN && asked[t] == 0 && askedOne[t] -> ask(t) /* now the others */
        :: else
        fi
    fi
}

inline onAnswer(t)
{
    if
    :: state[t] == DONE
    :: else ->
        close(t);
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

inline forget(t)
{
    close(t);
#ifndef MUTANT_KEEPS_DONE
    state[t] = NOTED;
#endif
    psBitmap[t] = 0;
    psSum[t] = 0;
    lacking[t] = 0
}

/* --- the workers --- */

inline onQuery(i, isUrgent)
{
    if
    :: has[i] -> send(answers[i])
    :: !has[i] && sent[i] -> send(retransmissions[i])
    :: !sent[i] ->
        owed[i] = owed[i] || isUrgent;
        send(notSent[i])
    fi
}

inline sendFragment(i)
{
    sent[i] = true;
    send(gradients[i]);
    if
    :: owed[i] -> owed[i] = false; send(retransmissions[i])
    :: else
    fi
}

inline onTimer(w, t)
{
#ifdef MUTANT_ASKS_ONCE
    hasAsked[AT(w, t)] = true;
#endif
    send(urgent[AT(w, t)])
}

#ifdef MUTANT_ASKS_ONCE
bool hasAsked[4];
#define MAY_ASK(i) !hasAsked[i]
#else
#define MAY_ASK(i) true
#endif
#ifdef MUTANT_NEVER_TIMES_OUT
#define TIMES_OUT(t) false
#else
#define TIMES_OUT(t) (state[t] == OPEN)
#endif

/* takes one packet of any worker and task: inW and inT say whose it is */
#define TAKE_ANY(counters) \
    if \
    :: counters[0] > 0 -> counters[0]--; inW = 0; inT = 0 \
    :: counters[1] > 0 -> counters[1]--; inW = 0; inT = 1 \
    :: counters[2] > 0 -> counters[2]--; inW = 1; inT = 0 \
    :: counters[3] > 0 -> counters[3]--; inW = 1; inT = 1 \
    fi

#define WAITS(w, t) (sent[AT(w, t)] && !has[AT(w, t)])

active proctype system()
{
    do
    /* workers send, each in order; the window is wide enough for both tasks */
    :: atomic { !sent[AT(0, 0)] -> sendFragment(AT(0, 0)) }
    :: atomic { !sent[AT(1, 0)] -> sendFragment(AT(1, 0)) }
    :: atomic { sent[AT(0, 0)] && !sent[AT(0, 1)] -> sendFragment(AT(0, 1)) }
    :: atomic { sent[AT(1, 0)] && !sent[AT(1, 1)] -> sendFragment(AT(1, 1)) }

    /* packets arrive at the switch */
    :: atomic { TAKE_ANY(gradients); onGradient(inW, inT); dropUseless() }
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
        :: sums ?? 0, 0, inSum, true -> inT = 0; inBitmap = 0; isAnswer = 1
        :: sums ?? 0, 1, inSum, false -> inT = 0; inBitmap = 1; isAnswer = 0
        :: sums ?? 0, 1, inSum, true -> inT = 0; inBitmap = 1; isAnswer = 1
        :: sums ?? 0, 2, inSum, false -> inT = 0; inBitmap = 2; isAnswer = 0
        :: sums ?? 0, 2, inSum, true -> inT = 0; inBitmap = 2; isAnswer = 1
        :: sums ?? 0, 3, inSum, false -> inT = 0; inBitmap = 3; isAnswer = 0
        :: sums ?? 0, 3, inSum, true -> inT = 0; inBitmap = 3; isAnswer = 1
        :: sums ?? 1, 0, inSum, true -> inT = 1; inBitmap = 0; isAnswer = 1
        :: sums ?? 1, 1, inSum, false -> inT = 1; inBitmap = 1; isAnswer = 0
        :: sums ?? 1, 1, inSum, true -> inT = 1; inBitmap = 1; isAnswer = 1
        :: sums ?? 1, 2, inSum, false -> inT = 1; inBitmap = 2; isAnswer = 0
        :: sums ?? 1, 2, inSum, true -> inT = 1; inBitmap = 2; isAnswer = 1
        :: sums ?? 1, 3, inSum, false -> inT = 1; inBitmap = 3; isAnswer = 0
        :: sums ?? 1, 3, inSum, true -> inT = 1; inBitmap = 3; isAnswer = 1
        fi;
        if
        :: isAnswer -> onReminderAnswer(inT, inBitmap, inSum)
        :: else -> merge(inT, inBitmap, inSum, true)
        fi;
        dropUseless()
       }
    :: atomic { TAKE_ANY(urgent); onWorkerReminder(inW, inT, true); dropUseless() }
    :: atomic { TAKE_ANY(overtaken); onWorkerReminder(inW, inT, false); dropUseless() }
    :: atomic { TAKE_ANY(answers); onAnswer(inT); dropUseless() }
    :: atomic { TAKE_ANY(retransmissions); onRetransmission(inW, inT); dropUseless() }
    :: atomic { TAKE_ANY(notSent); onLack(inW, inT); dropUseless() }
    :: atomic { forgets > 0 -> forgets--; forget(0); forget(1) }

    /* at the workers */
    :: atomic { TAKE_ANY(results); has[AT(inW, inT)] = true; dropUseless() }
    :: atomic { TAKE_ANY(forwards); has[AT(inW, inT)] = true; dropUseless() }
    :: atomic { TAKE_ANY(queries); onQuery(AT(inW, inT), false); dropUseless() }
    :: atomic { TAKE_ANY(urgentQueries); onQuery(AT(inW, inT), true); dropUseless() }
    /* the result of task 1 has overtaken that of task 0 */
    :: atomic { WAITS(0, 0) && has[AT(0, 1)] && !wasReminded[0] ->
                wasReminded[0] = true; send(overtaken[AT(0, 0)]) }
    :: atomic { WAITS(1, 0) && has[AT(1, 1)] && !wasReminded[1] ->
                wasReminded[1] = true; send(overtaken[AT(1, 0)]) }

    /* timers */
    :: atomic { WAITS(0, 0) && early > 0 -> early--; onTimer(0, 0) }
    :: atomic { WAITS(0, 1) && early > 0 -> early--; onTimer(0, 1) }
    :: atomic { WAITS(1, 0) && early > 0 -> early--; onTimer(1, 0) }
    :: atomic { WAITS(1, 1) && early > 0 -> early--; onTimer(1, 1) }
    :: atomic { state[0] == OPEN && early > 0 -> early--; onPsTimer(0) }
    :: atomic { state[1] == OPEN && early > 0 -> early--; onPsTimer(1) }
    :: atomic { timeout && WAITS(0, 0) && MAY_ASK(AT(0, 0)) -> onTimer(0, 0) }
    :: atomic { timeout && WAITS(0, 1) && MAY_ASK(AT(0, 1)) -> onTimer(0, 1) }
    :: atomic { timeout && WAITS(1, 0) && MAY_ASK(AT(1, 0)) -> onTimer(1, 0) }
    :: atomic { timeout && WAITS(1, 1) && MAY_ASK(AT(1, 1)) -> onTimer(1, 1) }
    :: atomic { timeout && TIMES_OUT(0) -> onPsTimer(0) }
    :: atomic { timeout && TIMES_OUT(1) -> onPsTimer(1) }

    /* the only end: if this is out of reach, spin reports an invalid end state */
    :: timeout && ALL_HAVE && !ANY_OPEN -> break
    od
}

#ifdef LIVENESS
ltl finally_done { <> (ALL_HAVE && !ANY_OPEN) }
#endif
