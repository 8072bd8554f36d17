import { describe, expect, it } from 'vitest'
import { requestExport } from '../../kit/data-export.ts'
import { ask, joinAs } from '../../kit/graphql.ts'
import { mailed, mailsTo } from '../../kit/mails.ts'
import { ACCOUNT_STATUS, APPEAL, moderationOf } from '../../kit/moderation.ts'
import { aRegistration, call, join } from '../../kit/person.ts'
import { closeAccount } from '../../kit/privacy.ts'
import { useNode } from '../../kit/use-node.ts'

const ORIGIN = 'https://rapport.example'
const node = useNode({ env: { PUBLIC_URL: ORIGIN } })

const REGISTER = `mutation($input: RegistrationInput!, $position: PositionInput) {
  register(input: $input, position: $position) { token user { id email emailVerified location lookingFor } }
}`
const LOG_IN = `mutation($userName: String!, $password: String!) {
  logIn(userName: $userName, password: $password) { token reopened user { id } }
}`
const ME = '{ me { id emailVerified } }'
const PUNE = { latitude: 18.520431, longitude: 73.856744, accuracy: 35 }

const form = () => ({ ...aRegistration(), gender: 'FEMALE', lookingFor: ['CASUAL_CHAT'] })

interface Opened {
  token: string
  user: { id: string }
}

async function register(on = node, input: Record<string, unknown> = form()) {
  const answer = await ask(on, null, REGISTER, { input, position: PUNE })
  return { ...answer, opened: answer.data?.register as Opened, userName: String(input.userName) }
}

describe('an account over GraphQL', () => {
  // covers: beyond-graphql-account-without-cookie
  it('registers with the token in the answer, and no cookie', async () => {
    const { opened, headers, userName } = await register()
    expect(opened).toMatchObject({
      user: {
        email: userName,
        emailVerified: false,
        location: 'Pune, Maharashtra, India',
        lookingFor: ['CASUAL_CHAT'],
      },
    })
    expect(headers.get('set-cookie')).toBeNull()
    expect((await ask(node, opened, ME)).data).toEqual({ me: { id: opened.user.id, emailVerified: false } })
    const session = await call(node.url, 'GET', '/api/session', { token: opened.token })
    expect(session.body).toMatchObject({ user: { id: opened.user.id } })
  })

  // covers: design-account-language
  it('starts with the chosen language, else the one of the header, and keeps it until it is changed', async () => {
    const languageOf = (opened: Opened) => ask(node, opened, '{ me { language } }')
    const inTurkish = await ask(
      node,
      null,
      REGISTER,
      { input: form(), position: PUNE },
      {
        'accept-language': 'tr-TR,en;q=0.5',
      },
    )
    expect((await languageOf(inTurkish.data?.register as Opened)).data).toEqual({ me: { language: 'TR' } })
    const { opened } = await register(node, { ...form(), language: 'ZH_HANS' })
    expect((await languageOf(opened)).data).toEqual({ me: { language: 'ZH_HANS' } })
    const update = (argument: string) =>
      ask(
        node,
        opened,
        `mutation { updateProfile(displayName: "Asha", interests: ["Jazz"], lookingFor: [DATING], age: 30 ${argument}) { language } }`,
      )
    expect((await update('')).data).toEqual({ updateProfile: { language: 'ZH_HANS' } })
    expect((await update('language: PT_BR')).data).toEqual({ updateProfile: { language: 'PT_BR' } })
  })

  it('refuses wrong fields with the messages of the form', async () => {
    const taken = form()
    await register(node, taken)
    expect((await register(node, taken)).errors).toMatchObject([
      {
        extensions: {
          code: 'CONFLICT',
          fields: { userName: 'An account with this email already exists' },
        },
      },
    ])
    expect((await register(node, { ...form(), password: 'weak', age: 17 })).errors).toMatchObject([
      {
        extensions: {
          code: 'INVALID',
          fields: {
            password: 'Password must be at least 8 characters',
            age: 'Must be at least 18 years old',
          },
        },
      },
    ])
  })

  it('accepts the link in the verification mail, which is sent again on request', async () => {
    const { opened, userName: email } = await register()
    const again = await ask(
      node,
      null,
      'mutation($email: String!) { resendVerification(email: $email) { success message } }',
      { email },
    )
    expect(again.data).toMatchObject({ resendVerification: { success: true } })
    await expect.poll(() => mailsTo(node, email)).toHaveLength(2)
    const { link } = await mailed(node, email, /Verify/)
    const verify = (code: string | null) =>
      ask(
        node,
        null,
        'mutation($code: String!, $email: String!) { verifyEmail(code: $code, email: $email) { success } }',
        { code, email },
      )
    expect((await verify('wrong')).data).toEqual({ verifyEmail: { success: false } })
    expect((await verify(link.searchParams.get('code'))).data).toEqual({ verifyEmail: { success: true } })
    expect((await ask(node, opened, ME)).data).toMatchObject({ me: { emailVerified: true } })
  })

  it('logs in and out', async () => {
    const { id, user } = await join(node)
    const logIn = (password: string) => ask(node, null, LOG_IN, { userName: user.userName, password })
    expect(await logIn('Wrong-pass1')).toMatchObject({ data: null, codes: ['UNAUTHENTICATED'] })
    const opened = (await logIn('Monsoon-2026')).data?.logIn as Opened
    expect(opened.user).toEqual({ id })
    expect((await ask(node, opened, 'mutation { logOut }')).data).toEqual({ logOut: true })
    expect((await ask(node, opened, ME)).data).toEqual({ me: null })
  })

  it('reports that a login reopened the closed account', async () => {
    const asha = await join(node)
    const logIn = async () => {
      const { data } = await ask(node, null, LOG_IN, {
        userName: asha.user.userName,
        password: 'Monsoon-2026',
      })
      return data?.logIn
    }
    expect(await logIn()).toMatchObject({ reopened: false })
    expect((await closeAccount(node, asha)).data).toEqual({ closeAccount: true })
    expect(await logIn()).toMatchObject({ reopened: true })
  })

  // covers: beyond-graphql-suspended-person
  it('gives a suspended member only their status, an appeal and their data', async () => {
    const { suspend } = await moderationOf(node)
    const asha = await join(node)
    await suspend(asha)
    const { userName } = asha.user
    const answer = await ask(node, null, LOG_IN, { userName, password: 'Monsoon-2026' })
    expect(answer.codes).toEqual(['SUSPENDED'])
    const opened = { token: String(answer.errors[0]?.extensions?.token) }
    const { standing } = (await ask(node, opened, ACCOUNT_STATUS)).data ?? {}
    expect(standing).toMatchObject({ suspended: true, history: [{ kind: 'SUSPEND' }] })
    const { actionId } = standing.history[0]
    const appealed = await ask(node, opened, APPEAL, { id: actionId, text: 'It was not me' })
    expect(appealed.data).toEqual({ appeal: true })
    expect((await requestExport(node, opened)).errors).toEqual([])
    expect((await ask(node, opened, 'mutation { findMatch { __typename } }')).codes).toEqual(['SUSPENDED'])
    expect((await ask(node, opened, 'mutation { logOut }')).data).toEqual({ logOut: true })
    expect((await ask(node, opened, ACCOUNT_STATUS)).codes).toEqual(['UNAUTHENTICATED'])
  })

  it('can be logged out while it is suspended', async () => {
    const asha = await joinAs(node, 'suspended')
    expect((await ask(node, asha, 'mutation { logOut }')).data).toEqual({ logOut: true })
  })
})

describe('a forgotten password over GraphQL', () => {
  const RESET = `mutation($token: String!, $newPassword: String!, $userName: String) {
    resetPassword(token: $token, newPassword: $newPassword, userName: $userName)
  }`
  const newPassword = 'Brand-new-1'

  async function requestedReset() {
    const { user } = await join(node)
    const asked = await ask(
      node,
      null,
      'mutation($user: String!, $origin: String!) { requestPasswordReset(user: $user, origin: $origin) }',
      { user: user.userName, origin: ORIGIN },
    )
    expect(asked.data).toEqual({ requestPasswordReset: true })
    const { link, code } = await mailed(node, user.userName, /Reset/)
    return { userName: user.userName, code, token: link.searchParams.get('token') ?? '' }
  }
  const logsIn = async (userName: string) =>
    (await ask(node, null, LOG_IN, { userName, password: newPassword })).errors.length === 0

  it('changes with the link of the mail', async () => {
    const { userName, token } = await requestedReset()
    const valid = () =>
      ask(node, null, 'query($token: String!) { validateResetToken(token: $token) }', { token })
    expect((await valid()).data).toEqual({ validateResetToken: true })
    expect((await ask(node, null, RESET, { token, newPassword: 'weak' })).codes).toEqual(['INVALID'])
    expect((await ask(node, null, RESET, { token, newPassword })).data).toEqual({ resetPassword: true })
    expect(await logsIn(userName)).toBe(true)
    expect((await valid()).data).toEqual({ validateResetToken: false })
    expect((await ask(node, null, RESET, { token, newPassword })).codes).toEqual(['INVALID'])
  })

  // covers: beyond-graphql-password-reset
  it('changes with the code of the mail, for its own address only', async () => {
    const { userName, code } = await requestedReset()
    const exchanged = await ask(
      node,
      null,
      'mutation($userName: String!, $resetCode: String!) { verifyResetCode(userName: $userName, resetCode: $resetCode) }',
      { userName, resetCode: code },
    )
    const token = exchanged.data?.verifyResetCode
    const foreign = await ask(node, null, RESET, { token, newPassword, userName: 'other@example.com' })
    expect(foreign.codes).toEqual(['INVALID'])
    expect((await ask(node, null, RESET, { token, newPassword, userName })).data).toEqual({
      resetPassword: true,
    })
    expect(await logsIn(userName)).toBe(true)
  })

  it('causes no mail for a page of another origin', async () => {
    const answer = await ask(
      node,
      null,
      'mutation { requestPasswordReset(user: "someone@example.com", origin: "https://elsewhere.example") }',
    )
    expect(answer.codes).toEqual(['INVALID'])
  })
})

describe('a session over GraphQL', () => {
  // covers: beyond-graphql-session-figures
  it('shows the figures of REST', async () => {
    const asha = await join(node)
    const { data } = await ask(
      node,
      asha,
      `{ session { user { id displayName stars active lastSeen }
          onlineUsersWithCommonInterest nearByUsers conversationCount } }`,
    )
    const { body } = await asha.call('GET', '/api/session')
    expect(body).toMatchObject(data?.session as object)
  })

  it("records the member's location and the login", async () => {
    const asha = await join(node)
    const moved = await ask(
      node,
      asha,
      'mutation($position: PositionInput!) { updateLocation(position: $position) { city state country } }',
      { position: PUNE },
    )
    expect(moved.data).toEqual({
      updateLocation: { city: 'Pune', state: 'Maharashtra', country: 'India' },
    })
    const visited = await ask(
      node,
      asha,
      `mutation($me: ID!, $location: PositionInput) {
        recordProfileVisit(profileOwnerId: $me, visitType: LOGIN, location: $location) { visitorId visitType }
      }`,
      { me: asha.id, location: PUNE },
      { 'user-agent': 'A reader of the schema' },
    )
    expect(visited.data).toEqual({ recordProfileVisit: { visitorId: asha.id, visitType: 'LOGIN' } })
    const [row] = await node.app.context.database.prisma.profileVisitor.findMany({
      where: { visitorId: asha.id, visitType: 'login' },
    })
    expect(row).toMatchObject({ userAgent: 'A reader of the schema', latitude: 18.52, longitude: 73.86 })
    expect(row?.ipAddress).toMatch(/127\.0\.0\.1$/)
  })
})
