import { erased, impersonal, kept, type TableRules } from './rules.ts'

const profile = erased('profile.json')
const session = erased('sessions.json')
const signIn = erased('sign-ins.json')
const passkey = erased('passkeys.json')
const launchList = erased('launch-list.json')
const secret = erased('secret')
const technical = erased('technical')
const pushDevice = erased('push-devices.json')
const pushPreference = erased('push-preferences.json')

export const ACCOUNT_TABLES: TableRules<
  | 'User'
  | 'Session'
  | 'SecondFactor'
  | 'RecoveryCode'
  | 'Passkey'
  | 'UsedPasskeyChallenge'
  | 'EmailVerification'
  | 'PasswordReset'
  | 'ProfileVisitor'
  | 'Notification'
  | 'LaunchNotification'
  | 'DataExport'
  | 'DataExportPart'
  | 'ServerSecret'
  | 'SessionInvalidation'
  | 'PushSubscription'
  | 'PushPreference'
  | 'PushDelivery'
> = {
  User: {
    members: ['id'],
    columns: {
      id: kept('account', 'profile.json'),
      userName: profile,
      passwordHash: secret,
      displayName: profile,
      name: profile,
      phone: profile,
      city: profile,
      state: profile,
      country: profile,
      latitude: profile,
      longitude: profile,
      shownLatitude: technical,
      shownLongitude: technical,
      interests: profile,
      role: profile,
      active: kept('account', 'technical'),
      premiumUntil: profile,
      premiumCancelled: profile,
      nearBy: profile,
      stars: profile,
      emailVerified: profile,
      stripeCustomerId: profile,
      created: kept('account', 'profile.json'),
      lastSeen: kept('account', 'profile.json'),
      gender: profile,
      filterByGender: profile,
      age: profile,
      minPartnerAge: profile,
      maxPartnerAge: profile,
      lookingFor: profile,
      languages: profile,
      learning: profile,
      language: profile,
      suspendedUntil: kept('decisions', 'profile.json'),
      bannedAt: kept('decisions', 'profile.json'),
      demo: impersonal,
      missedMails: profile,
      missedMailedAt: profile,
      readReceipts: profile,
      closedAt: kept('account', 'technical'),
      eraseAfter: kept('account', 'technical'),
      erasedAt: impersonal,
    },
  },
  Session: {
    members: ['userId'],
    columns: {
      id: technical,
      userId: technical,
      tokenHash: secret,
      created: session,
      lastUsed: session,
      expires: session,
      revokedAt: session,
      userAgent: session,
      ipAddress: session,
      device: secret,
      factorAt: session,
    },
  },
  PushSubscription: {
    members: ['userId'],
    columns: {
      id: technical,
      userId: technical,
      sessionId: technical,
      // The address and the keys let anyone send messages to the browser.
      endpoint: secret,
      service: pushDevice,
      p256dh: secret,
      auth: secret,
      serverKey: technical,
      created: pushDevice,
      lastSent: pushDevice,
    },
  },
  PushPreference: {
    members: ['userId'],
    columns: {
      userId: technical,
      mutedKinds: pushPreference,
      showsNames: pushPreference,
      quietFrom: pushPreference,
      quietUntil: pushPreference,
      timeZone: pushPreference,
    },
  },
  // Its row is deleted with the subscription, and a day after it was stored.
  PushDelivery: {
    members: ['aboutId'],
    columns: {
      // The browser of another member.
      subscriptionId: impersonal,
      tag: technical,
      version: technical,
      service: technical,
      kind: technical,
      aboutId: technical,
      conversationId: technical,
      created: technical,
      due: technical,
      attempts: technical,
    },
  },
  SecondFactor: {
    members: ['userId'],
    columns: {
      userId: technical,
      secret,
      created: technical,
      confirmedAt: erased('two-step-login.json'),
      lastUsedStep: secret,
    },
  },
  RecoveryCode: {
    members: ['userId'],
    // The export holds how many are left.
    columns: { id: technical, userId: technical, codeHash: secret, usedAt: technical },
  },
  Passkey: {
    members: ['userId'],
    columns: {
      id: technical,
      userId: technical,
      credentialId: secret,
      publicKey: secret,
      counter: technical,
      transports: technical,
      backupEligible: technical,
      backedUp: passkey,
      name: passkey,
      created: passkey,
      lastUsed: passkey,
    },
  },
  UsedPasskeyChallenge: { members: [], columns: { hash: impersonal, expires: impersonal } },
  EmailVerification: {
    members: ['userId'],
    columns: {
      id: technical,
      userId: technical,
      codeHash: secret,
      purpose: technical,
      created: technical,
      expires: technical,
      usedAt: technical,
    },
  },
  PasswordReset: {
    members: ['userId'],
    columns: {
      id: technical,
      userId: technical,
      tokenHash: secret,
      codeHash: secret,
      created: technical,
      expires: technical,
      usedAt: technical,
    },
  },
  ProfileVisitor: {
    members: ['visitorId'],
    columns: {
      id: technical,
      visitorId: technical,
      profileOwnerId: technical,
      visitTime: signIn,
      visitType: signIn,
      userAgent: signIn,
      ipAddress: signIn,
      latitude: signIn,
      longitude: signIn,
      accuracy: signIn,
    },
  },
  Notification: {
    members: ['userId'],
    columns: {
      id: technical,
      userId: technical,
      kind: erased('notifications.json'),
      dedupeKey: technical,
      heading: erased('notifications.json'),
      body: erased('notifications.json'),
      created: erased('notifications.json'),
      read: erased('notifications.json'),
      path: technical,
      userData: technical,
      image: technical,
      candidateId: technical,
      conversationId: technical,
    },
  },
  LaunchNotification: {
    members: ['email'],
    columns: {
      id: technical,
      email: launchList,
      ipAddress: launchList,
      userAgent: launchList,
      timestamp: launchList,
      notified: launchList,
      notifiedAt: launchList,
      city: launchList,
      state: launchList,
      country: launchList,
      language: launchList,
    },
  },
  DataExport: {
    members: ['userId'],
    columns: {
      id: technical,
      userId: technical,
      status: technical,
      progress: technical,
      created: technical,
      claimed: technical,
      finished: technical,
      expires: technical,
      archive: technical,
      size: technical,
      attempts: impersonal,
    },
  },
  DataExportPart: {
    members: [],
    columns: { exportId: impersonal, number: impersonal, bytes: impersonal },
  },
  ServerSecret: { members: [], columns: { name: impersonal, value: impersonal, created: impersonal } },
  SessionInvalidation: {
    members: [],
    columns: { id: impersonal, bucket: impersonal, xid: impersonal, at: impersonal },
  },
}
