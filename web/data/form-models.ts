import { withTexts } from '../i18n/with-texts.ts'
import { prepared } from './contract.ts'

/** The contract's form models and the texts of their messages, in chunks outside the first load. */
export const loadRegistration = () => prepared(() => withTexts('forms', import('#schema/registration.ts')))
export const loadPassword = () => prepared(() => withTexts('forms', import('#schema/password.ts')))
export const loadProfile = () => prepared(() => withTexts('forms', import('#schema/profile.ts')))
