import { prepared } from './contract.ts'

/** The contract's models of the forms, apart from what a first load has. */
export const loadRegistration = () => prepared(() => import('#schema/registration.ts'))
export const loadPassword = () => prepared(() => import('#schema/password.ts'))
export const loadProfile = () => prepared(() => import('#schema/profile.ts'))
