/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * ESA's protocol for a job in groups: two leaf groups of two workers each, and the root that sums
 * them; one task of one fragment. README.md says what is modelled, and ./run checks the model.
 *
 * As in esa.pml, one process does everything, packets on their way are counters, and a packet is
 * lost or duplicated when it is sent.
 */

#ifndef LOSSES
#define LOSSES 1 /* packets that may be lost */
#endif
#ifndef DUPLICATES
#define DUPLICATES 1 /* packets that may come twice */
#endif
#ifndef EARLY
#define EARLY 0 /* timers that may fire while packets are under way */
#endif
#ifndef PREEMPTIONS
#define PREEMPTIONS 1 /* times that another task takes an aggregator */
#endif

#define WORKERS 4
#define ROOT 2                  /* the leaf groups are 0 and 1 */
#define BIT(i) (1 << (i))
#define ONE(w) (1 << (2 * (w))) /* a sum counts how often each worker is in it */
#define EXACT 85                /* each worker once */
#define ALL 15                  /* all workers */
#define FULL 3                  /* both members of a group */

/* what may still happen */
byte losses = LOSSES;
byte duplicates = DUPLICATES;
byte early = EARLY;
byte preemptions = PREEMPTIONS;

/* packets under way */
byte gradients[WORKERS]; /* from a worker to its leaf group */
byte ups[2];             /* a leaf group's sum to the root; upSum: what is in it */
byte upSum[2];
byte reminders[3];       /* from the PS to a group */
byte downs[3];           /* the PS's result to a group */
byte results[WORKERS];
byte urgent[WORKERS];    /* from a worker to the PS: its result is late */
byte queries[WORKERS];
byte answers[WORKERS];   /* from a worker to the PS: the result */
byte fragments[WORKERS]; /* from a worker to the PS: its fragment */
/* to the PS: group, bitmap, sum, whether it answers a reminder; kept sorted */
chan sums = [6] of {byte, byte, byte, bool};

/* the workers */
bool has[WORKERS];

/* the aggregators, one of each group; with an empty bitmap it is free */
byte bitmap[3];
byte sum[3];

/* the PS */
bool isOpen;
bool isDone;
byte psSet; /* workers */
byte psSum;
byte due;   /* answers of groups that are missing */

byte i;     /* of loops */
byte copies;

/* How often a packet arrives that is sent now. */
inline Send(counter)
{
    copies = 1;
    if
    :: true
    :: losses > 0 -> losses--; copies = 0
    :: duplicates > 0 -> duplicates--; copies = 2
    fi;
    counter = counter + copies
}

inline SendSum(group, set, what, isAnswer)
{
    if
    :: nfull(sums) -> sums!!group, set, what, isAnswer
    :: nfull(sums) && losses > 0 -> losses--
    :: len(sums) < 5 && duplicates > 0 ->
        duplicates--;
        sums!!group, set, what, isAnswer;
        sums!!group, set, what, isAnswer
    fi
}

inline Free(group)
{
    bitmap[group] = 0;
    sum[group] = 0
}

/* A result leaves the switch of a leaf group, or of the root for both. */
inline Multicast(first, end)
{
    i = first;
    do
    :: i < end -> Send(results[i]); i++
    :: else -> break
    od
}

/* The PS's result goes down: each group frees its aggregator, and passes it on. */
inline ResultDown(group)
{
    Free(group);
    if
    :: group == ROOT -> Send(downs[0]); Send(downs[1])
    :: else -> Multicast(2 * group, 2 * group + 2)
    fi
}

inline Complete()
{
    assert(psSum == EXACT); /* each worker once */
    isDone = true;
    isOpen = false;
    due = 0;
    Send(downs[ROOT])
}

/* Adds workers to what the PS has, if none of them is in it. */
inline AddAtServer(new, what)
{
    if
#ifdef MUTANT_NO_OVERLAP_CHECK
    :: new != 0 ->
#else
    :: new != 0 && (psSet & (new)) == 0 ->
#endif
        psSet = psSet | (new);
        psSum = psSum + (what);
        isOpen = true
    :: else
    fi;
    if
    :: psSet == ALL -> Complete()
    :: else
    fi
}

inline Remind()
{
    isOpen = true;
    due = 3;
    Send(reminders[0]);
    Send(reminders[1]);
    Send(reminders[ROOT])
}

inline AskMissing()
{
    i = 0;
    do
    :: i < WORKERS ->
        if
        :: (psSet & BIT(i)) == 0 && queries[i] == 0 -> Send(queries[i])
        :: else
        fi;
        i++
    :: else -> break
    od
}

/* A member comes to a group: a fragment, or a leaf group's sum. */
inline Add(group, member, what)
{
    if
#ifdef MUTANT_MEMBER_TWICE
    :: (bitmap[group] & (member)) != 0 -> sum[group] = sum[group] + (what)
#else
    :: (bitmap[group] & (member)) != 0 /* it is in the sum already */
#endif
    :: else ->
        bitmap[group] = bitmap[group] | (member);
        sum[group] = sum[group] + (what);
        if
#ifdef MUTANT_PART_GOES_UP
        :: group != ROOT ->
#else
        :: group != ROOT && bitmap[group] == FULL ->
#endif
            upSum[group] = sum[group];
            Free(group);
            Send(ups[group])
        :: group == ROOT && bitmap[group] == FULL ->
            assert(sum[group] == EXACT);
            Free(group);
            Multicast(0, WORKERS)
        :: else
        fi
    fi
}

/* The workers in a sum follow from its group and bitmap. */
inline FindWorkers(group, set)
{
    if
    :: group == ROOT -> members = (set & 1) * 3 + (set & 2) * 6
    :: else -> members = set << (2 * group)
    fi
}

#define TO_SWITCHES                                                                                \
    (gradients[0] + gradients[1] + gradients[2] + gradients[3] + ups[0] + ups[1] + reminders[0] +  \
     reminders[1] + reminders[2] + downs[0] + downs[1] + downs[2])
#define TO_HOSTS                                                                                   \
    (results[0] + results[1] + results[2] + results[3] + urgent[0] + urgent[1] + urgent[2] +       \
     urgent[3] + queries[0] + queries[1] + queries[2] + queries[3] + answers[0] + answers[1] +     \
     answers[2] + answers[3] + fragments[0] + fragments[1] + fragments[2] + fragments[3])
#define IS_QUIET (TO_SWITCHES + TO_HOSTS + len(sums) == 0)
#define ALL_HAVE (has[0] && has[1] && has[2] && has[3])

inline Worker(w)
{
    if
    :: gradients[w] > 0 -> gradients[w]--; Add(w / 2, BIT(w % 2), ONE(w))
    :: results[w] > 0 -> results[w]--; has[w] = true
    :: queries[w] > 0 ->
        queries[w]--;
        if
        :: has[w] -> Send(answers[w])
        :: else -> Send(fragments[w])
        fi
    :: urgent[w] > 0 ->
        urgent[w]--;
        if
        :: isDone -> Send(results[w])
        :: else ->
            /* after the second one nobody waits for the groups' answers */
            if
            :: due > 0 -> AskMissing()
            :: else
            fi;
            Remind()
        fi
    :: answers[w] > 0 ->
        answers[w]--;
        if
        :: !isDone -> psSet = ALL; psSum = EXACT; Complete()
        :: else
        fi
    :: fragments[w] > 0 ->
        fragments[w]--;
        if
        :: isDone -> Send(results[w])
        :: else -> AddAtServer(BIT(w), ONE(w))
        fi
    :: !has[w] && urgent[w] == 0 && (IS_QUIET || early > 0) ->
        if
        :: IS_QUIET
        :: else -> early--
        fi;
        Send(urgent[w])
    fi
}

inline Group(g)
{
    if
    :: reminders[g] > 0 ->
        reminders[g]--;
        SendSum(g, bitmap[g], sum[g], true);
        Free(g)
    :: downs[g] > 0 -> downs[g]--; ResultDown(g)
    :: preemptions > 0 && bitmap[g] != 0 ->
        preemptions--;
        SendSum(g, bitmap[g], sum[g], false);
        Free(g)
    fi
}

active proctype Everything()
{
    byte from;
    byte part;
    byte members;
    byte content;
    bool isAnswer;
    atomic { Send(gradients[0]); Send(gradients[1]); Send(gradients[2]); Send(gradients[3]) };
    do
    :: atomic { Worker(0) }
    :: atomic { Worker(1) }
    :: atomic { Worker(2) }
    :: atomic { Worker(3) }
    :: atomic { Group(0) }
    :: atomic { Group(1) }
    :: atomic { Group(ROOT) }
    :: atomic { ups[0] > 0 -> ups[0]--; Add(ROOT, 1, upSum[0]) }
    :: atomic { ups[1] > 0 -> ups[1]--; Add(ROOT, 2, upSum[1]) }
    :: atomic { sums?from, part, content, isAnswer ->
        if
        :: !isDone ->
            FindWorkers(from, part);
            AddAtServer(members, content);
            if
            :: isAnswer && due > 0 ->
                due--;
                if
                :: due == 0 && isOpen -> AskMissing()
                :: else
                fi
            :: else
            fi
        :: else
        fi;
        from = 0; part = 0; members = 0; content = 0; isAnswer = false }
    :: atomic { isOpen && IS_QUIET && ALL_HAVE -> AskMissing(); Remind() }
    :: atomic { IS_QUIET && ALL_HAVE && !isOpen -> break }
    od
}

#ifdef LIVENESS
ltl everybodyHasTheResult { <> (ALL_HAVE && !isOpen) }
#endif
