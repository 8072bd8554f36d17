import { userModel } from './account.fields.ts'
import { EXAMPLE, requestModel, responseModel } from './described-model.ts'
import { position } from './location.ts'
import { profileUpdate, profileVisit, recordedVisit } from './profile.ts'
import { registrationModel } from './registration.fields.ts'

export const profileUpdateModel = requestModel('ProfileUpdateRequest', profileUpdate, {
  description:
    'The new profile. Fields that need premium are stored as off without it. A list may also be a text joined by commas; `lookingFor` takes Friendship, Dating, Serious Relationship, Networking and Casual Chat. An empty `filterByGender`, or `all`, means no filter.',
  fields: {
    id: 'The id of the caller. Another id is refused.',
    displayName: 'The name that other members see: 1 to 50 characters.',
    interests: 'One to ten interests of up to 50 characters each.',
    lookingFor: registrationModel.fields.lookingFor,
    languages:
      'ISO 639 codes of up to eight languages that the member speaks, each once; Chinese is `zh`. Empty: the language of the account counts. Left out: they stay as they are.',
    learning:
      'ISO 639 codes of up to three languages that the member wants to learn, each once and none of `languages`, which is sent with them and names at least one. Left out: they stay as they are.',
    nearBy: `${userModel.fields.nearBy} Needs premium; stored as false without it. Left out: it stays as it is.`,
    age: registrationModel.fields.age,
    minPartnerAge: `${userModel.fields.minPartnerAge} Sent together with \`maxPartnerAge\`. Left out: it stays as it is.`,
    maxPartnerAge: `${userModel.fields.maxPartnerAge} Sent together with \`minPartnerAge\`. Left out: it stays as it is.`,
    filterByGender:
      'Matches the member only with this gender. Needs premium. Null means no filter. Left out: it stays as it is.',
    language: `${userModel.fields.language} Left out: it stays as it is.`,
  },
  example: {
    id: EXAMPLE.asha,
    displayName: 'Asha',
    interests: 'Film photography,Jazz',
    lookingFor: 'Friendship,Networking',
    languages: 'en,mr',
    learning: 'es',
    nearBy: false,
    age: 31,
    minPartnerAge: 25,
    maxPartnerAge: null,
    filterByGender: '',
  },
})

export const positionModel = requestModel('Position', position, {
  description: 'A position as the browser reports it. Stored rounded to about 1 km and never returned.',
  fields: {
    latitude: 'The latitude in degrees: -90 to 90.',
    longitude: 'The longitude in degrees: -180 to 180.',
    accuracy: 'The accuracy in metres.',
  },
  example: { latitude: 18.52, longitude: 73.86, accuracy: 20 },
})

export const profileVisitModel = requestModel('ProfileVisitRequest', profileVisit, {
  description: 'A login, a registration, or a visit to the profile of a partner.',
  fields: {
    profileOwnerId:
      'The id of the member whose profile was visited; the caller for a login or a registration.',
    visitType: 'What the client reports: a login or a registration.',
    location: 'Where the caller is, when they share it.',
  },
  example: { profileOwnerId: EXAMPLE.asha, visitType: 'login', location: null },
})

export const recordedVisitModel = responseModel('RecordedVisit', recordedVisit, {
  description: 'A recorded login, registration, or visit to the profile of a partner.',
  fields: {
    id: 'The id of the record.',
    visitorId: 'The id of the member who made the visit.',
    profileOwnerId: profileVisitModel.fields.profileOwnerId,
    visitTime: 'When the visit was recorded.',
    visitType: profileVisitModel.fields.visitType,
  },
  example: {
    id: EXAMPLE.other,
    visitorId: EXAMPLE.asha,
    profileOwnerId: EXAMPLE.asha,
    visitTime: EXAMPLE.time,
    visitType: 'login',
  },
})
