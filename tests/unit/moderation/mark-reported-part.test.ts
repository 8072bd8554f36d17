import { describe, expect, it } from 'vitest'
import { markReportedPart } from '#server/domains/moderation/queues/mark-reported-part.ts'

const said = (senderId: string, message: string, about?: string) => ({
  id: message,
  senderId,
  message,
  time: '2026-01-01T00:00:00.000Z',
  ...(about === undefined ? {} : { about }),
})
const aboutOf = (report: { kind?: string; reason?: string }, ...evidence: ReturnType<typeof said>[]) =>
  markReportedPart(evidence, { kind: 'MEMBER', reason: '', reportedId: 'ben', ...report }).map(
    ({ about }) => about,
  )

describe('the reported part of the evidence', () => {
  it('stays as the server marked it', () => {
    const reason = 'He wrote “send money”'
    expect(
      aboutOf({ reason }, said('ben', 'Please send money', 'Please'), said('ben', 'send money')),
    ).toEqual(['Please', undefined])
  })

  it('covers every message in old reports of held messages, and the last message in old reports of minors', () => {
    const evidence = [said('ben', 'One'), said('ben', 'Two')]
    expect(aboutOf({ kind: 'FILTER' }, ...evidence)).toEqual(['One', 'Two'])
    expect(aboutOf({ kind: 'MINOR' }, ...evidence)).toEqual([undefined, 'Two'])
    expect(aboutOf({}, ...evidence)).toEqual([undefined, undefined])
  })

  it.each([
    ['İstanbul’a gel, para gönder şimdi', 'He wrote “para gönder”', 'para gönder'],
    ['İİİİ send money (now)', 'He wrote “SEND MONEY (now)”', 'send money (now)'],
    ['Gel İstanbul’a', 'He wrote “istanbul”', 'İstanbul'],
    ['para İSTİYORUM', 'He wrote “para istiyorum”', 'para İSTİYORUM'],
  ])('does not shift because of letters that are longer in lower case: %s', (message, reason, about) => {
    expect(aboutOf({ reason }, said('ben', message))).toEqual([about])
  })

  it.each([
    ['He wrote “SEND money” to me', 'send Money'],
    ['He wrote "send money" to me', 'send Money'],
    ['Er schrieb «send money»', 'send Money'],
    ['This:\n> send money\nand more', 'send Money'],
    ['  >send money  ', 'send Money'],
    ['“nothing of it” and “ send money ”', 'send Money'],
    ['send money', undefined],
    ['He wrote “other things”', undefined],
    ['“Please send Money now, or I will not write again”', undefined],
  ])('equals what the reporter quotes, spelled as in the message: %s', (reason, about) => {
    expect(aboutOf({ reason }, said('ben', 'Please send Money now'))).toEqual([about])
  })

  it('can be found only in messages of the reported member, by quotations of at least four characters', () => {
    expect(aboutOf({ reason: '“send money”' }, said('asha', 'send money'))).toEqual([undefined])
    expect(aboutOf({ reason: '“mon”' }, said('ben', 'money'))).toEqual([undefined])
    expect(aboutOf({ reason: '“mone”' }, said('ben', 'money'))).toEqual(['mone'])
  })
})
