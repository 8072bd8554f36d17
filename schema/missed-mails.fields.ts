import { EXAMPLE, requestModel, responseModel } from './described-model.ts'
import { missedMails, missedMailsChoice } from './missed-mails.ts'

export const emailPreferencesModel = responseModel('EmailPreferences', missedMails, {
  description: 'The choice about mails about missed messages.',
  fields: { wanted: 'Whether the member receives mails about missed messages.' },
  example: { wanted: true },
})

export const missedMailsChoiceModel = requestModel('MissedMailsRequest', missedMailsChoice, {
  description: 'Turns mails about missed messages on or off.',
  fields: {
    user: 'The member’s id in the link of the mail.',
    token: 'The signature of the link in the mail.',
    wanted: emailPreferencesModel.fields.wanted,
  },
  example: { user: EXAMPLE.asha, token: EXAMPLE.token, wanted: false },
})
