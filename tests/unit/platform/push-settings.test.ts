import { describe, expect, it } from 'vitest'
import { loadConfig } from '#server/platform/config/config.ts'
import { publicKeyOf } from '#server/platform/config/push-settings.ts'
import { VAPID } from '../../kit/push.ts'

const KEYS = {
  VAPID_PUBLIC_KEY: VAPID.publicKey,
  VAPID_PRIVATE_KEY: VAPID.privateKey,
  VAPID_SUBJECT: VAPID.subject,
}
const OTHER_KEY = Buffer.alloc(32, 7).toString('base64url')
const SHORT = {
  VAPID_PUBLIC_KEY: publicKeyOf(Buffer.alloc(31, 7)),
  VAPID_PRIVATE_KEY: Buffer.alloc(31, 7).toString('base64url'),
}

describe('the settings of push messages', () => {
  // covers: beyond-push-off
  it('leave push messages off when none is set', () => {
    expect(loadConfig({}).push.vapid).toBeNull()
  })

  it('take a pair of keys with a subject', () => {
    expect(loadConfig(KEYS).push.vapid).toEqual(VAPID)
  })

  // covers: beyond-push-off
  it.each([
    ['a missing key', { VAPID_PRIVATE_KEY: '' }, /VAPID_PRIVATE_KEY: needed as well/],
    ['a missing subject', { VAPID_SUBJECT: '' }, /VAPID_SUBJECT: needed as well/],
    ['a key of another pair', { VAPID_PRIVATE_KEY: OTHER_KEY }, /does not belong to VAPID_PRIVATE_KEY/],
    ['a key that is none', { VAPID_PRIVATE_KEY: 'short' }, /does not belong to VAPID_PRIVATE_KEY/],
    ['a key without its first zero', SHORT, /does not belong to VAPID_PRIVATE_KEY/],
    ['a subject that is no address', { VAPID_SUBJECT: 'operator' }, /expected mailto/],
    ['a service that is no host', { PUSH_SERVICES: 'https://push.example.com/x' }, /expected host names/],
  ])('refuse %s', (_, change, problem) => {
    expect(() => loadConfig({ ...KEYS, ...change })).toThrow(problem)
  })

  // covers: beyond-push-endpoints
  it('refuse a service of this machine where others reach the server', () => {
    const exposed = { ...KEYS, PUBLIC_URL: 'https://chat.example', SMTP_URL: 'smtp://mail.example' }
    const PUSH_SERVICES = 'http://127.0.0.1:9000'
    expect(loadConfig({ ...KEYS, PUSH_SERVICES }).push.services).toEqual([PUSH_SERVICES])
    expect(() => loadConfig({ ...exposed, PUSH_SERVICES })).toThrow(/only while HOST and PUBLIC_URL/)
  })

  it('hide the private key in a message about it', () => {
    const wrong = () => loadConfig({ ...KEYS, VAPID_SUBJECT: 'operator' })
    expect(wrong).toThrow()
    expect(wrong).not.toThrow(VAPID.privateKey)
  })
})
