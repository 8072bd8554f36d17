import { prepared } from './contract.ts'

/** The contract's form models, in chunks outside the first load. */
export const loadRegistration = () => prepared(() => import('#schema/registration.ts'))
export const loadPassword = () => prepared(() => import('#schema/password.ts'))
export const loadProfile = () => prepared(() => import('#schema/profile.ts'))
