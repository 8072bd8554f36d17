import { missedMails, missedMailsChoice, oneClick, unsubscribeLink } from '../missed-mails.ts'
import { done, type Route } from '../route.ts'

export const MISSED_MAILS_ROUTES = {
  unsubscribe: {
    method: 'POST',
    path: '/unsubscribe',
    access: 'public',
    anyPage: true,
    summary: 'Stop emails about missed messages',
    query: unsubscribeLink,
    body: oneClick,
    bodyType: 'text',
    responses: { 200: done },
  },
  getMissedMails: {
    method: 'GET',
    path: '/api/v1/missed-mails',
    access: 'public',
    summary: 'Read the choice about missed messages',
    query: unsubscribeLink,
    responses: { 200: missedMails },
  },
  chooseMissedMails: {
    method: 'PUT',
    path: '/api/v1/missed-mails',
    access: 'public',
    summary: 'Choose about missed messages',
    body: missedMailsChoice,
    responses: { 200: missedMails },
  },
} as const satisfies Record<string, Route>
