import { parseSetCookie } from 'cookie'
import { describe, expect, it } from 'vitest'
import { createDeviceCookie } from '#server/transports/http/device-cookie.ts'
import { aRequest } from '../../kit/server-request.ts'

const MARK = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO-_'

describe('the device cookie', () => {
  const devices = createDeviceCookie({ secure: true, days: 90 })
  const withCookie = (value: string) => aRequest({ cookie: `other=1; __Host-rapport_device=${value}` })

  it('returns as it was set', () => {
    expect(devices.given(withCookie(MARK))).toBe(MARK)
    expect(devices.of(withCookie(MARK))).toBe(MARK)
  })

  it.each(['', MARK.slice(1), `${MARK}x`, `${MARK.slice(1)}!`])(
    'gives way to a new one when its content is %j',
    (value) => {
      expect(devices.given(withCookie(value))).toBeNull()
      expect(devices.of(withCookie(value))).toMatch(/^[\w-]{43}$/)
    },
  )

  it('differs in each browser', () => {
    expect(devices.given(aRequest())).toBeNull()
    expect(devices.of(aRequest())).not.toBe(devices.of(aRequest()))
  })

  it('stays hidden from scripts and other sites, and lasts as long as signals are kept', () => {
    expect({ ...parseSetCookie(devices.cookie(MARK)) }).toEqual({
      name: '__Host-rapport_device',
      value: MARK,
      httpOnly: true,
      sameSite: 'lax',
      secure: true,
      path: '/',
      maxAge: 90 * 24 * 60 * 60,
    })
    expect(createDeviceCookie({ secure: false, days: 1 }).cookie(MARK)).not.toMatch(/secure/i)
  })

  it('does not exist if the operator keeps no signals', () => {
    const none = createDeviceCookie({ secure: true, days: 0 })
    expect(none.given(withCookie(MARK))).toBeNull()
    expect(none.of(withCookie(MARK))).toBeNull()
    expect(none.of(aRequest())).toBeNull()
  })
})
