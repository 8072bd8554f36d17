import type Router from '@koa/router'
import { PRODUCT } from '#schema/product.ts'
import { escapeHtml } from '#server/platform/html.ts'
import { createRouter } from '#server/platform/http/create-router.ts'

interface MailboxView {
  list(): readonly { id: string; to: string; subject: string; text: string; html: string; at: string }[]
}

const linked = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 Figtree, system-ui, sans-serif; }
  body { max-width: 46rem; margin: 2.5rem auto; padding: 0 1.25rem; background: #f6f0eb; color: #2d1e28; }
  h1 { font: 400 1.75rem/1.2 Georgia, serif; } article { background: #fffdfb; border-radius: 20px; padding: 1rem 1.25rem; margin: 1rem 0; }
  h2 { font-size: 1.0625rem; margin: 0; } p.meta { margin: 0.25rem 0 0.75rem; color: #6d5c64; font-size: 0.875rem; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 0; } a { color: #00565b; }
  @media (prefers-color-scheme: dark) { body { background: #1a1413; color: #f1ebe3; } article { background: #241d1b; } a { color: #6cc5c4; } p.meta { color: #b5a8a0; } }`

/** Shows the mails that would have been sent. */
export function createMailboxPages(mailbox: MailboxView): Router {
  const router = createRouter()

  router.get('/dev/mail.json', (ctx) => {
    ctx.body = mailbox.list()
  })

  router.get('/dev/mail', (ctx) => {
    const mails = mailbox.list().map(
      (mail) => `<article><h2>${escapeHtml(mail.subject)}</h2>
<p class="meta">To ${escapeHtml(mail.to)}, <time datetime="${mail.at}">${mail.at}</time></p><pre>${linked(mail.text)}</pre></article>`,
    )
    ctx.type = 'html'
    ctx.body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox · ${PRODUCT.name}</title><style>${STYLE}</style><main><h1>Mailbox</h1>
${mails.join('\n') || '<p>No mail yet. It appears here as soon as something is sent.</p>'}</main></html>`
  })

  return router
}
