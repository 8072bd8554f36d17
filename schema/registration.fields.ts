import { userModel } from './account.fields.ts'
import { EXAMPLE, requestModel } from './described-model.ts'
import { login, registration } from './registration.ts'

export const loginModel = requestModel('LoginRequest', login, {
  description: 'The email address and password of a member.',
  fields: {
    userName:
      'The email address of the account. Case, surrounding spaces and the script of the domain make no difference.',
    code: 'Where two-step login is on: a code of the authenticator app, or a recovery code. Without it the login fails with SECOND_FACTOR_REQUIRED.',
  },
  example: { userName: EXAMPLE.email, password: EXAMPLE.password },
})

export const registrationModel = requestModel('RegistrationRequest', registration, {
  description: 'The data of a registration.',
  fields: {
    userName:
      'The email address, which is also the login name. Its domain may be in any script. Stored in lower case with the domain in ASCII; disposable addresses are refused.',
    password: 'At least 8 characters with an uppercase letter, a number and a special character.',
    displayName: 'The name that other members see: 5 to 50 characters. Surrounding spaces are removed.',
    phone:
      'The phone number: 10 to 15 digits of any script, after an optional plus sign. Spaces, dashes, dots and parentheses are removed first.',
    interests:
      'One to ten interests of up to 50 characters each, without commas. Duplicates that differ only in case count once.',
    nearBy: userModel.fields.nearBy,
    age: 'The age in years: 18 to 100.',
    lookingFor: 'What the member is looking for: one to five.',
    latitude:
      'The latitude in degrees. Used only together with `longitude`, and instead of the location headers.',
    longitude: 'The longitude in degrees. Used only together with `latitude`.',
    language: `${userModel.fields.language} Without it, the header Accept-Language decides.`,
  },
  example: {
    userName: EXAMPLE.email,
    password: EXAMPLE.password,
    displayName: userModel.example.displayName,
    phone: userModel.example.phone,
    interests: userModel.example.interests,
    nearBy: false,
    gender: 'Female',
    age: 31,
    lookingFor: ['Friendship'],
  },
})
