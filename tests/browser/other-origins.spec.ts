import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect, type Page } from '@playwright/test'
import { createDataFolder, type DataFolder } from '../kit/data-folder.ts'
import { aRegistration, call } from '../kit/person.ts'
import { freePort } from '../kit/redis-server.ts'
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts'

const test = base
const account = aRegistration()
const credentials = { userName: account.userName, password: account.password }

let folder: DataFolder
let server: ServerProcess
let api: string
let listed: PageServer
let unlisted: PageServer

interface PageServer {
  server: Server
  origin: string
}

/** An empty page on its own origin. 127.0.0.1 and localhost are different sites. */
async function servePage(): Promise<PageServer> {
  const pages = createServer((_, response) =>
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Another site</title>'),
  )
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  return { server: pages, origin: `http://127.0.0.1:${(pages.address() as AddressInfo).port}` }
}

test.beforeAll(async () => {
  listed = await servePage()
  unlisted = await servePage()
  folder = await createDataFolder({ isPrepared: true })
  const port = String(await freePort())
  server = startServerProcess({
    PORT: port,
    DATA_DIR: folder.path,
    DEMO: 'off',
    ALLOWED_ORIGINS: listed.origin,
  })
  await server.ready
  api = `http://localhost:${port}`
  expect((await call(api, 'POST', '/api/user', { body: account })).status).toBe(200)
})
test.afterAll(async () => {
  await server.stop()
  await folder.remove()
  for (const pages of [listed, unlisted]) pages.server.close()
})

/** Logs in from the page, as another product's script would. */
const logIn = (page: Page) =>
  page.evaluate(
    async ({ url, body }) => {
      const answer = await fetch(`${url}/auth`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }).catch((error: Error) => error.name)
      return typeof answer === 'string' ? answer : await answer.json()
    },
    { url: api, body: credentials },
  )

// covers: design-cors
test('a page of an allowed origin logs in, calls REST and GraphQL, and reads the stream with a bearer token', async ({
  page,
  context,
}) => {
  await page.goto(listed.origin)
  const { token, user } = await logIn(page)
  expect(user.userName).toBe(account.userName)
  const seen = await page.evaluate(
    async ({ url, bearer, id }) => {
      const headers = { Authorization: `Bearer ${bearer}` }
      const session = await (await fetch(`${url}/api/session`, { headers })).json()
      const graphql = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ query: '{ me { id } }' }),
      })
      const stream = await fetch(`${url}/subscribe/${id}`, {
        headers: { ...headers, 'Last-Event-ID': '0-0' },
      })
      const reader = stream.body?.getReader()
      let text = ''
      while (!text.includes('event: '))
        text += new TextDecoder().decode((await reader?.read())?.value ?? new Uint8Array())
      await reader?.cancel()
      const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
      const opened = await new Promise((resolve) => {
        socket.onopen = () => resolve('open')
        socket.onerror = () => resolve('refused')
      })
      return {
        userId: session.user.id,
        me: (await graphql.json()).data.me.id,
        type: stream.headers.get('content-type'),
        opened,
      }
    },
    { url: api, bearer: token, id: user.id },
  )
  expect(seen).toEqual({
    userId: user.id,
    me: user.id,
    type: 'text/event-stream; charset=utf-8',
    opened: 'open',
  })
  expect(await context.cookies(api)).toEqual([])
})

// covers: design-cors
test('a page of an allowed origin cannot use the cookie', async ({ page, context }) => {
  await page.goto(api)
  await logIn(page)
  expect(await context.cookies(api)).not.toEqual([])
  await page.goto(listed.origin)
  const answer = await page.evaluate(
    (url) =>
      fetch(`${url}/api/session`, { credentials: 'include' }).then(String, (error: Error) => error.name),
    api,
  )
  expect(answer).toBe('TypeError')
})

test('a page of another origin cannot call the API or log its visitor in', async ({ page, context }) => {
  await page.goto(unlisted.origin)
  expect(await logIn(page)).toBe('TypeError')
  const outcomes = await page.evaluate(
    async ({ url, body }) => {
      const read = (path: string) => fetch(url + path).then(String, (error: Error) => error.name)
      const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
      const opened = new Promise((resolve) => {
        socket.onopen = () => resolve('open')
        socket.onerror = () => resolve('refused')
      })
      // A simple request needs no preflight: the server itself must refuse it.
      const simple = await fetch(`${url}/auth`, {
        method: 'POST',
        mode: 'no-cors',
        credentials: 'include',
        body: JSON.stringify(body),
      }).catch(() => null)
      return [await read('/api/session'), await read('/graphql?query={__typename}'), await opened, simple]
    },
    { url: api, body: credentials },
  )
  expect(outcomes).toEqual(['TypeError', 'TypeError', 'refused', null])
  expect(await context.cookies(api)).toEqual([])
})

test('a form on another site cannot log its visitor in', async ({ page, context }) => {
  await page.goto(unlisted.origin)
  const answered = page.waitForResponse(`${api}/auth`)
  await page.evaluate(
    ({ url, body }) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'POST', enctype: 'text/plain', action: `${url}/auth` })
      const field = document.createElement('input')
      // With text/plain a form can send JSON: the name, `=` and the value are joined.
      field.name = `${JSON.stringify(body).slice(0, -1)},"more":"`
      field.value = '"}'
      form.append(field)
      document.body.append(form)
      form.submit()
    },
    { url: api, body: credentials },
  )
  expect((await answered).status()).toBe(403)
  expect(await context.cookies(api)).toEqual([])
})
