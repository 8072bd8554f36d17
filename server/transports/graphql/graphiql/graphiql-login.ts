import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { PRODUCT } from '#schema/product.ts'
import type { ApiError } from '#server/platform/errors.ts'
import { PAGE_HEADERS } from './page-headers.ts'

/** Answers a browser that may not see GraphiQL with a page that says why and offers a login. */
export function sendLogin(response: ServerResponse, { status, message }: ApiError): void {
  const html = pageOf(message)
  response
    .writeHead(status, {
      ...PAGE_HEADERS,
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
    })
    .end(html)
}

/** Logs in with the call that the web app uses, which sets the cookie. */
const SCRIPT = `
const form = document.querySelector('form')
const outcome = document.querySelector('[role=alert]')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  outcome.textContent = ''
  const button = form.querySelector('button')
  button.disabled = true
  try {
    const response = await fetch('/auth', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
    })
    if (response.ok) return location.reload()
    outcome.textContent = (await response.json()).message
  } catch {
    outcome.textContent = 'We cannot reach the server. Check your connection and try again.'
  }
  button.disabled = false
})
`

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 22rem; margin: 12vh auto; padding: 0 1rem; }
label { display: block; margin-top: 1rem; }
input, button { box-sizing: border-box; width: 100%; padding: .6rem; font: inherit; }
button { margin: 1.25rem 0; }
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(STYLE)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** `message` is one of our own. */
const pageOf = (message: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Log in · GraphiQL · ${PRODUCT.name}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Log in to GraphiQL</h1>
<p>${message}</p>
<form method="post" aria-label="Login">
<label for="email">Email</label>
<input id="email" name="userName" type="email" autocomplete="username" required>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Login</button>
<p role="alert"></p>
</form>
<p>You can also <a href="/auth">log in on the website</a>, then open this page again.</p>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`
