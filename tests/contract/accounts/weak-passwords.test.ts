import { describe, expect, it } from 'vitest'
import { ask } from '../../kit/graphql.ts'
import { mailed } from '../../kit/mails.ts'
import { aRegistration, call, join } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const ORIGIN = 'https://rapport.example'
const MESSAGE = 'This password is too easy to guess. Please choose another one.'

const node = useNode({ env: { PUBLIC_URL: ORIGIN } })

describe('a password that is easy to guess', () => {
  it.each(['Password1!', 'Rapport-2026!', 'Wanderer-1'])('fails at registration: %s', async (password) => {
    const input = aRegistration({ password, displayName: 'A wanderer' })
    const overRest = await call(node.url, 'POST', '/api/user', { body: input })
    expect(overRest).toMatchObject({
      status: 400,
      body: { code: 'INVALID', fields: { password: MESSAGE } },
    })
    const { errors } = await ask(
      node,
      null,
      'mutation($input: RegistrationInput!) { register(input: $input) { token } }',
      { input: { ...input, gender: 'FEMALE', lookingFor: ['DATING'] } },
    )
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID', fields: { password: MESSAGE } } }])
  })

  // covers: beyond-common-passwords
  it('fails wherever a new one is set, and the reset link stays valid', async () => {
    const { user } = await join(node, { displayName: 'A wanderer' })
    const { userName } = user
    await call(node.url, 'POST', '/password/reset', { body: { user: userName, origin: ORIGIN } })
    const { link } = await mailed(node, userName, /Reset/)
    const token = link.searchParams.get('token') ?? ''
    for (const newPassword of ['Password1!', 'Rapport-2026!', 'Wanderer-1']) {
      const ofUser = { userName, passwordResetToken: token, newPassword }
      for (const answer of [
        await call(node.url, 'POST', '/password/confirm-reset', { body: { token, newPassword } }),
        await call(node.url, 'PUT', '/rapport-api/password/change-after-reset', { body: ofUser }),
        await call(node.url, 'PUT', '/password/finish-reset', { body: ofUser }),
      ])
        expect(answer).toMatchObject({ status: 400, body: { fields: { newPassword: MESSAGE } } })
      const { errors } = await ask(
        node,
        null,
        'mutation($token: String!, $newPassword: String!) { resetPassword(token: $token, newPassword: $newPassword) }',
        { token, newPassword },
      )
      expect(errors).toMatchObject([{ extensions: { fields: { newPassword: MESSAGE } } }])
    }
    const body = { token, newPassword: 'Nine-boats-1' }
    expect((await call(node.url, 'POST', '/password/confirm-reset', { body })).status).toBe(200)
  })
})
