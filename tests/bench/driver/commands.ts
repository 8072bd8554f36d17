import * as z from 'zod'

const memberModel = z.object({ id: z.string(), token: z.string() })
const pairModel = z.object({ conversationId: z.string(), sender: memberModel, receiver: memberModel })

/** How the driver reaches a contender. */
const loadModel = z.object({
  wire: z.enum(['socketio', 'xmpp', 'bare', 'rapport']),
  /** The addresses to which senders and receivers connect. */
  sendTo: z.string(),
  receiveFrom: z.string(),
})

/** What the driver process is asked to do. */
export const commandModel = z.discriminatedUnion('do', [
  z.object({ do: z.literal('connect'), load: loadModel, pairs: z.array(pairModel), atOnce: z.number() }),
  z.object({
    do: z.literal('send'),
    inFlight: z.number(),
    /** Unmeasured and measured time, in seconds. */
    warmup: z.number(),
    seconds: z.number(),
  }),
])

/** What it answers. */
export const answerModel = z.discriminatedUnion('is', [
  z.object({ is: z.literal('connected'), connections: z.number(), seconds: z.number(), failed: z.number() }),
  z.object({ is: z.literal('measuring') }),
  z.object({ is: z.literal('measured'), cpu: z.number() }),
  z.object({
    is: z.literal('sent'),
    /** The beginning of each message of this load. */
    beginning: z.string(),
    /** Messages whose sender had the answer and whose partner had the event within the measured time. */
    measured: z.number(),
    sent: z.number(),
    acknowledged: z.number(),
    received: z.number(),
    /** Messages that were received more than once. */
    repeated: z.number(),
    lostConnections: z.number(),
    errors: z.array(z.string()),
    /** From the request to the partner's connection, in milliseconds. */
    p50: z.number(),
    p99: z.number(),
  }),
])

export type Member = z.output<typeof memberModel>
export type Pair = z.output<typeof pairModel>
export type Load = z.output<typeof loadModel>
export type Command = z.output<typeof commandModel>
export type Answer = z.output<typeof answerModel>
export type Sent = Extract<Answer, { is: 'sent' }>
