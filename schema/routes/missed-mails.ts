import { missedMails, missedMailsChoice, oneClick, unsubscribeLink } from '../missed-mails.ts'
import { done, type Route } from '../route.ts'

export const MISSED_MAILS_ROUTES = {
  unsubscribe: {
    method: 'POST',
    path: '/unsubscribe',
    access: 'public',
    anyPage: true,
    summary:
      'Stop mails about missed messages, as mail programs ask for it; a GET of this address only shows a page',
    query: unsubscribeLink,
    body: oneClick,
    bodyType: 'text',
    responses: { 200: done },
  },
  getMissedMails: {
    method: 'GET',
    path: '/api/v1/missed-mails',
    access: 'public',
    summary: 'Whether the person whom a mail went to wants further ones',
    query: unsubscribeLink,
    responses: { 200: missedMails },
  },
  chooseMissedMails: {
    method: 'PUT',
    path: '/api/v1/missed-mails',
    access: 'public',
    summary: 'Stop mails about missed messages, or have them again',
    body: missedMailsChoice,
    responses: { 200: missedMails },
  },
} as const satisfies Record<string, Route>
