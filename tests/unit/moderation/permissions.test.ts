import { describe, expect, it } from 'vitest'
import { type Actor, assertMayActOn, assertMayDismiss } from '#server/domains/moderation/permissions.ts'

const as = (role: Actor['role'], id: string = role): Actor => ({ id, role })
const allows = (check: (actor: Actor, subject: Actor) => void, actor: Actor, subject: Actor) => {
  try {
    check(actor, subject)
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'FORBIDDEN' })
    return false
  }
}

describe('a moderation action', () => {
  it.each([
    ['MODERATOR', 'MEMBER', true],
    ['MODERATOR', 'MODERATOR', false],
    ['MODERATOR', 'ADMIN', false],
    ['ADMIN', 'MEMBER', true],
    ['ADMIN', 'MODERATOR', true],
    ['ADMIN', 'ADMIN', false],
  ] as const)('may be taken by a %s on another %s: %s', (actor, subject, allowed) => {
    expect(allows(assertMayActOn, as(actor), as(subject, 'another'))).toBe(allowed)
  })

  it('may not concern the actor’s own account', () => {
    for (const role of ['MEMBER', 'MODERATOR', 'ADMIN'] as const)
      expect(allows(assertMayActOn, as(role), as(role))).toBe(false)
  })
})

describe('the dismissal of a report', () => {
  it.each([
    ['MODERATOR', 'MEMBER', true],
    ['MODERATOR', 'MODERATOR', false],
    ['MODERATOR', 'ADMIN', false],
    ['ADMIN', 'MODERATOR', true],
    ['ADMIN', 'ADMIN', true],
  ] as const)('may come from a %s about another %s: %s', (actor, subject, allowed) => {
    expect(allows(assertMayDismiss, as(actor), as(subject, 'another'))).toBe(allowed)
  })

  it('may not concern a report about the actor', () => {
    for (const role of ['MODERATOR', 'ADMIN'] as const)
      expect(allows(assertMayDismiss, as(role), as(role))).toBe(false)
  })
})
