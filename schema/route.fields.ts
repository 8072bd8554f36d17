import { responseModel } from './described-model.ts'
import { done, doneWithMessage } from './route.ts'

export const doneModel = responseModel('Done', done, {
  description: 'The call succeeded.',
  fields: { success: 'Always true.' },
  example: { success: true },
})

export const doneWithMessageModel = responseModel('DoneWithMessage', doneWithMessage, {
  description: 'The call succeeded.',
  fields: { success: 'Always true.', message: 'The outcome in a sentence for the member.' },
  example: { success: true, message: 'Your password has been changed. Please log in.' },
})
