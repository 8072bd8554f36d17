import { describe, expect, it } from 'vitest'
import { normalizeMailbox } from '#server/domains/moderation/ban-evasion/signal-hashes.ts'

describe('the normalized mailbox', () => {
  it.each([
    ['A.s.h.a+chat@GMail.com', 'asha@gmail.com'],
    ['asha@googlemail.com', 'asha@gmail.com'],
    ['Asha.Rao+x+y@Example.org', 'asha.rao@example.org'],
    ['asha.rao@example.org', 'asha.rao@example.org'],
    ['+tag@example.org', '+tag@example.org'],
    ['Asha+x@Почта.РФ', 'asha@xn--80a1acny.xn--p1ai'],
    ['asha+x@xn--80a1acny.xn--p1ai', 'asha@xn--80a1acny.xn--p1ai'],
  ])('turns %s into %s', (email, mailbox) => {
    expect(normalizeMailbox(email)).toBe(mailbox)
  })
})
