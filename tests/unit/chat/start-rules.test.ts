import { describe, expect, it } from 'vitest'
import { decideStart, type PairState } from '#server/domains/chat/knocks/start-rules.ts'

const STRANGERS: PairState = {
  conversationId: null,
  isOpen: false,
  leftFor: 0,
  theirKnock: null,
  looksWaiting: false,
  ownFor: null,
  waiting: 0,
  firstFor: null,
}
const decide = (state: Partial<PairState>) => decideStart({ ...STRANGERS, conversationId: 'chat', ...state })
const refusalOf = (state: Partial<PairState>) => {
  const start = decide(state)
  if (start.kind !== 'refuse') throw new Error(`it was not refused: ${start.kind}`)
  const { code, message, retryAfterSeconds } = start.error
  return [code, message, retryAfterSeconds]
}

describe('decideStart', () => {
  it('knocks on a member whom the caller has not asked', () => {
    expect(decideStart(STRANGERS)).toEqual({ kind: 'knock' })
    expect(decide({ leftFor: -5, waiting: 19 })).toEqual({ kind: 'knock' })
  })

  it('returns to an open conversation, whatever else holds', () => {
    const all = { isOpen: true, theirKnock: 'theirs', looksWaiting: true, ownFor: 9, leftFor: 9, waiting: 20 }
    expect(decide(all)).toEqual({ kind: 'open', conversationId: 'chat' })
  })

  it('accepts the knock of the other member before anything is refused', () => {
    expect(decide({ theirKnock: 'theirs', ownFor: 9, leftFor: 9, waiting: 20 })).toEqual({
      kind: 'accept',
      knockId: 'theirs',
    })
  })

  it('returns the conversation of a knock that looks as if it waits', () => {
    expect(decide({ looksWaiting: true, ownFor: 60, leftFor: 9, waiting: 20 })).toEqual({
      kind: 'waiting',
      conversationId: 'chat',
    })
  })

  it('refuses a second knock within a day, and says in hours when it is allowed', () => {
    expect(refusalOf({ ownFor: 3_601 })).toEqual([
      'KNOCK_TOO_SOON',
      'You can invite the same person once a day. Try again in 2 hours.',
      3_601,
    ])
    expect(refusalOf({ ownFor: 3_600 })[1]).toContain('within an hour')
  })

  it('refuses a knock of a member who was left, and says in minutes when it is allowed', () => {
    expect(refusalOf({ leftFor: 61 })).toEqual([
      'KNOCK_TOO_SOON',
      'This person left your last chat. You can invite them in 2 minutes.',
      61,
    ])
    expect(refusalOf({ leftFor: 1 })[1]).toContain('in a minute')
  })

  it('refuses a knock while twenty others look as if they wait', () => {
    expect(refusalOf({ waiting: 20, firstFor: 7_200 })).toEqual([
      'KNOCK_TOO_SOON',
      'Many of your invitations are waiting for an answer. You can send another one in 2 hours.',
      7_200,
    ])
    expect(refusalOf({ waiting: 20, firstFor: 0 })[2]).toBe(1)
  })
})
