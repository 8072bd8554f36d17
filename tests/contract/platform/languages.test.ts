import { createClient } from 'graphql-ws'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { ROUTES } from '#schema/routes.ts'
import { text } from '#schema/translatable.ts'
import { germanTexts } from '../../kit/german-texts.ts'
import { ask, subscribeOn } from '../../kit/graphql.ts'
import { inboxOf } from '../../kit/inbox.ts'
import { aRegistration, call, join } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const ORIGIN = 'https://rapport.example'
const WRONG = 'The email or password is not right. Please try again.'
const TOO_SHORT = 'Password must be at least 8 characters'
const GERMAN = {
  [WRONG]: 'E-Mail oder Passwort ist falsch. Bitte versuche es noch einmal.',
  [TOO_SHORT]: 'Das Passwort muss mindestens 8 Zeichen haben',
  'Not an id': 'Keine Kennung',
  'This verification link is invalid or has expired. Please request a new one.':
    'Dieser Link ist ungültig oder abgelaufen. Bitte fordere einen neuen an.',
  'If this address has an account, a reset link is on its way.':
    'Wenn es zu dieser Adresse ein Konto gibt, ist ein Link unterwegs.',
  'Your data is ready': 'Deine Daten sind bereit',
}
const IN_GERMAN = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }

const node = useNode({ texts: germanTexts(GERMAN), env: { PUBLIC_URL: ORIGIN } })

const stranger = { userName: 'not-a-member@example.com', password: 'Monsoon-2026' }

describe('an error over HTTP', () => {
  const logIn = (headers = {}) => call(node.url, 'POST', '/auth', { body: stranger, headers })
  const register = (headers = {}) =>
    call(node.url, 'POST', '/api/user', { body: aRegistration({ password: 'Ab1!' }), headers })

  // covers: design-answers-follow-accept-language
  it('comes in the language of the header Accept-Language', async () => {
    const { status, body } = await logIn(IN_GERMAN)
    expect({ status, ...body }).toMatchObject({ status: 401, message: GERMAN[WRONG] })
  })

  it('comes in English without the header, and in a language without a translation', async () => {
    expect((await logIn()).body).toMatchObject({ message: WRONG })
    expect((await logIn({ 'accept-language': 'fr' })).body).toMatchObject({ message: WRONG })
  })

  // covers: design-answers-follow-accept-language
  it('names each invalid field in the language of the header, and in English without it', async () => {
    expect((await register(IN_GERMAN)).body).toMatchObject({ fields: { password: GERMAN[TOO_SHORT] } })
    expect((await register()).body).toMatchObject({ fields: { password: TOO_SHORT } })
  })
})

describe('an error over GraphQL', () => {
  const LOG_IN = `mutation($userName: String!, $password: String!) {
    logIn(userName: $userName, password: $password) { token }
  }`
  const REGISTER = 'mutation($input: RegistrationInput!) { register(input: $input) { token } }'
  const input = () => ({
    ...aRegistration({ password: 'Ab1!' }),
    gender: 'FEMALE',
    lookingFor: ['FRIENDSHIP'],
  })

  it('comes in the language of the header Accept-Language, and in English without it', async () => {
    const messageOf = async (headers = {}) =>
      (await ask(node, null, LOG_IN, stranger, headers)).errors.map(({ message }) => message)
    expect(await messageOf(IN_GERMAN)).toEqual([GERMAN[WRONG]])
    expect(await messageOf()).toEqual([WRONG])
  })

  it('names each invalid field in the language of the header, and in English without it', async () => {
    const fieldsOf = async (headers = {}) =>
      (await ask(node, null, REGISTER, { input: input() }, headers)).errors[0]?.extensions?.fields
    expect(await fieldsOf(IN_GERMAN)).toMatchObject({ password: GERMAN[TOO_SHORT] })
    expect(await fieldsOf()).toMatchObject({ password: TOO_SHORT })
  })

  // covers: design-answers-follow-accept-language
  it('comes on a socket in the language in which the socket was opened', async () => {
    const asha = await join(node)
    const messageOf = async (headers: Record<string, string>) => {
      const client = createClient({
        url: `${node.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: class extends WebSocket {
          constructor(url: string, protocols: string) {
            super(url, protocols, { headers })
          }
        },
        retryAttempts: 0,
        connectionParams: { token: asha.token },
      })
      const { received, ended } = subscribeOn(client, LOG_IN, stranger)
      const end = await ended
      await client.dispose()
      return JSON.stringify([received, end])
    }
    expect(await messageOf(IN_GERMAN)).toContain(GERMAN[WRONG])
    expect(await messageOf({})).toContain(WRONG)
  })
})

describe('the message of an answer', () => {
  const INVALID_LINK = 'This verification link is invalid or has expired. Please request a new one.'
  const code = { code: 'unknown', email: 'not-a-member@example.com' }

  // covers: design-answers-follow-accept-language
  it('comes over REST in the language of the header Accept-Language, and in English without it', async () => {
    const messageOf = async (headers = {}) => {
      const { method, path } = ROUTES.verifyEmail
      const answered = await call(node.url, method, `${path}?${new URLSearchParams(code)}`, { headers })
      return answered.body.message
    }
    expect(await messageOf(IN_GERMAN)).toBe(GERMAN[INVALID_LINK])
    expect(await messageOf()).toBe(INVALID_LINK)
  })

  it('comes for a password reset in the language of the header', async () => {
    const { method, path } = ROUTES.requestPasswordReset
    const { body } = await call(node.url, method, path, {
      body: { user: 'not-a-member@example.com', origin: ORIGIN },
      headers: IN_GERMAN,
    })
    expect(body.message).toBe(GERMAN['If this address has an account, a reset link is on its way.'])
  })

  // covers: design-answers-follow-accept-language
  it('comes over GraphQL in the language of the header Accept-Language, and in English without it', async () => {
    const document = `mutation($code: String!, $email: String!) {
      verifyEmail(code: $code, email: $email) { message }
    }`
    const messageOf = async (headers = {}) =>
      (await ask(node, null, document, code, headers)).data?.verifyEmail.message
    expect(await messageOf(IN_GERMAN)).toBe(GERMAN[INVALID_LINK])
    expect(await messageOf()).toBe(INVALID_LINK)
  })
})

describe('a notification', () => {
  // covers: design-mails-in-account-language
  it('comes in the language of the account', async () => {
    const note = { kind: 'notice', heading: text('Your data is ready'), body: text('Not an id') } as const
    const headings = await Promise.all(
      (['de', 'en', 'fr'] as const).map(async (language) => {
        const member = await join(node, { language })
        await node.app.context.inbox.notify(member.id, note)
        return (await inboxOf(node, member)).notes.map(({ heading, body }) => [heading, body])
      }),
    )
    expect(headings).toEqual([
      [['Deine Daten sind bereit', 'Keine Kennung']],
      [['Your data is ready', 'Not an id']],
      [['Your data is ready', 'Not an id']],
    ])
  })
})
