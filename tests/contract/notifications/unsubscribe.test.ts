import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ask } from '../../kit/graphql.ts'
import { call, join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const ONE_CLICK = 'List-Unsubscribe=One-Click'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** The unsubscribe link in the mails to a member. */
function linkTo(person: Person) {
  const { pathname, search, searchParams } = new URL(
    node.app.context.emailPreferences.unsubscribeLink(person.id),
  )
  return {
    path: pathname + search,
    search,
    user: searchParams.get('user') ?? '',
    token: searchParams.get('token') ?? '',
  }
}
const mine = z.object({ me: z.object({ missedMails: z.boolean() }) })
const wanted = async (person: Person) =>
  mine.parse((await ask(node, person, '{ me { missedMails } }')).data).me.missedMails
const choose = (body: object) => call(node.url, 'PUT', '/api/v1/missed-mails', { body })

describe('unsubscribing from mails about missed messages', () => {
  // covers: beyond-unsubscribe-one-click
  it.each([
    ['as a form', ONE_CLICK, FORM],
    [
      'as a form in parts',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      { 'content-type': 'multipart/form-data; boundary=b' },
    ],
  ])('takes one request of a mail program without a login, sent %s', async (_, body, headers) => {
    const asha = await join(node)
    for (const _ of [1, 2]) {
      const answer = await call(node.url, 'POST', linkTo(asha).path, { body, headers })
      expect(answer).toMatchObject({ status: 200, body: { success: true } })
    }
    expect(await wanted(asha)).toBe(false)
  })

  // covers: beyond-unsubscribe-page
  it('does not happen when a scanner only follows links', async () => {
    const asha = await join(node)
    const { path, search } = linkTo(asha)
    for (const method of ['GET', 'HEAD']) {
      for (const address of [path, `/api/v1/missed-mails${search}`])
        await fetch(node.url + address, { method })
    }
    expect((await call(node.url, 'POST', path, { body: 'Hello=World', headers: FORM })).status).toBe(400)
    expect(await wanted(asha)).toBe(true)
  })

  it('works on the page of the link, and can be undone there', async () => {
    const asha = await join(node)
    const { search, user, token } = linkTo(asha)
    const shown = async () => (await call(node.url, 'GET', `/api/v1/missed-mails${search}`)).body
    expect(await shown()).toEqual({ wanted: true })
    for (const choice of [false, true]) {
      expect((await choose({ user, token, wanted: choice })).body).toEqual({ wanted: choice })
      expect(await shown()).toEqual({ wanted: choice })
    }
  })

  it("fails with another member's link, or without one", async () => {
    const [asha, ben] = [await join(node), await join(node)]
    const { token } = linkTo(ben)
    for (const forged of [token, token.slice(1), 'nonsense']) {
      const query = new URLSearchParams({ user: asha.id, token: forged })
      const answers = [
        await call(node.url, 'POST', `/unsubscribe?${query}`, { body: ONE_CLICK, headers: FORM }),
        await call(node.url, 'GET', `/api/v1/missed-mails?${query}`),
        await choose({ user: asha.id, token: forged, wanted: false }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    }
    expect((await call(node.url, 'POST', '/unsubscribe', { body: ONE_CLICK, headers: FORM })).status).toBe(
      400,
    )
    expect(await wanted(asha)).toBe(true)
  })

  it('exists as a setting for logged-in members', async () => {
    const asha = await join(node)
    for (const choice of [false, true]) {
      const query = `mutation { setMissedMails(on: ${choice}) }`
      expect((await ask(node, asha, query)).data).toEqual({ setMissedMails: choice })
      expect(await wanted(asha)).toBe(choice)
    }
  })
})
