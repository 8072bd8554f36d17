/* eslint-disable */
/* prettier-ignore */

export type introspection_types = {
  AccountSession: {
    kind: 'OBJECT'
    name: 'AccountSession'
    fields: {
      address: { name: 'address'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      browser: {
        name: 'browser'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      created: {
        name: 'created'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      current: {
        name: 'current'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      lastUsed: {
        name: 'lastUsed'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      system: {
        name: 'system'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
    }
  }
  AdminStats: {
    kind: 'OBJECT'
    name: 'AdminStats'
    fields: {
      notifiedCount: {
        name: 'notifiedCount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      pendingCount: {
        name: 'pendingCount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      totalNotifications: {
        name: 'totalNotifications'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      totalUsers: {
        name: 'totalUsers'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
    }
  }
  AdminUser: {
    kind: 'OBJECT'
    name: 'AdminUser'
    fields: {
      active: {
        name: 'active'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      age: {
        name: 'age'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      city: { name: 'city'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      country: { name: 'country'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      created: {
        name: 'created'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      displayName: {
        name: 'displayName'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      email: { name: 'email'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      emailVerified: {
        name: 'emailVerified'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      gender: {
        name: 'gender'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'Gender'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      lastSeen: {
        name: 'lastSeen'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      premium: {
        name: 'premium'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      role: {
        name: 'role'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'Role'; ofType: null } }
      }
      state: { name: 'state'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
    }
  }
  Appeal: {
    kind: 'OBJECT'
    name: 'Appeal'
    fields: {
      answer: { name: 'answer'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      status: {
        name: 'status'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'AppealStatus'; ofType: null } }
      }
      text: {
        name: 'text'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
    }
  }
  AppealStatus: { name: 'AppealStatus'; enumValues: 'OPEN' | 'REVERSED' | 'UPHELD' }
  AuthResponse: {
    kind: 'OBJECT'
    name: 'AuthResponse'
    fields: {
      reopened: {
        name: 'reopened'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      token: {
        name: 'token'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      user: {
        name: 'user'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'Me'; ofType: null } }
      }
    }
  }
  BlockedPerson: {
    kind: 'OBJECT'
    name: 'BlockedPerson'
    fields: {
      displayName: {
        name: 'displayName'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      since: {
        name: 'since'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
    }
  }
  Boolean: unknown
  CardCheckout: {
    kind: 'OBJECT'
    name: 'CardCheckout'
    fields: {
      keyId: {
        name: 'keyId'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      script: {
        name: 'script'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
    }
  }
  Conversation: {
    kind: 'OBJECT'
    name: 'Conversation'
    fields: {
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      lastMessage: { name: 'lastMessage'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      lastMessageTime: { name: 'lastMessageTime'; type: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      messages: {
        name: 'messages'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'MessageConnection'; ofType: null }
        }
      }
      open: {
        name: 'open'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      partner: {
        name: 'partner'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'Partner'; ofType: null } }
      }
      partnerDisplayName: {
        name: 'partnerDisplayName'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      partnerId: {
        name: 'partnerId'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      partnerOnline: {
        name: 'partnerOnline'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      sharedInterests: {
        name: 'sharedInterests'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'SCALAR'; name: 'String'; ofType: null }
            }
          }
        }
      }
      unreadCount: {
        name: 'unreadCount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
    }
  }
  ConversationConnection: {
    kind: 'OBJECT'
    name: 'ConversationConnection'
    fields: {
      endCursor: { name: 'endCursor'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      hasNextPage: {
        name: 'hasNextPage'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      nodes: {
        name: 'nodes'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'Conversation'; ofType: null }
            }
          }
        }
      }
      totalCount: {
        name: 'totalCount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
    }
  }
  DataExport: {
    kind: 'OBJECT'
    name: 'DataExport'
    fields: {
      created: {
        name: 'created'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      expires: {
        name: 'expires'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      progress: {
        name: 'progress'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      size: { name: 'size'; type: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      status: {
        name: 'status'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'ENUM'; name: 'DataExportStatus'; ofType: null }
        }
      }
    }
  }
  DataExportStatus: { name: 'DataExportStatus'; enumValues: 'FAILED' | 'QUEUED' | 'READY' | 'RUNNING' }
  DateTime: unknown
  Decision: { name: 'Decision'; enumValues: 'BAN' | 'DISMISS' | 'SUSPEND' | 'WARN' }
  Dismissals: {
    kind: 'OBJECT'
    name: 'Dismissals'
    fields: {
      dismissed: {
        name: 'dismissed'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
          }
        }
      }
      refused: {
        name: 'refused'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'RefusedDismissal'; ofType: null }
            }
          }
        }
      }
    }
  }
  EvidenceMessage: {
    kind: 'OBJECT'
    name: 'EvidenceMessage'
    fields: {
      about: { name: 'about'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      senderId: {
        name: 'senderId'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      text: {
        name: 'text'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      time: {
        name: 'time'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
    }
  }
  Float: unknown
  Gender: { name: 'Gender'; enumValues: 'FEMALE' | 'MALE' | 'TRANSGENDER' }
  GenderFilter: { name: 'GenderFilter'; enumValues: 'FEMALE' | 'MALE' | 'TRANSGENDER' }
  HeldMessage: {
    kind: 'OBJECT'
    name: 'HeldMessage'
    fields: {
      created: {
        name: 'created'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      rule: {
        name: 'rule'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      sender: {
        name: 'sender'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'PersonInQueue'; ofType: null }
        }
      }
      text: {
        name: 'text'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
    }
  }
  HeldMessageConnection: {
    kind: 'OBJECT'
    name: 'HeldMessageConnection'
    fields: {
      endCursor: { name: 'endCursor'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      hasNextPage: {
        name: 'hasNextPage'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      nodes: {
        name: 'nodes'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'HeldMessage'; ofType: null }
            }
          }
        }
      }
      totalCount: {
        name: 'totalCount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
    }
  }
  ID: unknown
  Int: unknown
  LaunchNotification: {
    kind: 'OBJECT'
    name: 'LaunchNotification'
    fields: {
      city: { name: 'city'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      country: { name: 'country'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      email: {
        name: 'email'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      ipAddress: { name: 'ipAddress'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      notified: {
        name: 'notified'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      notifiedAt: { name: 'notifiedAt'; type: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      state: { name: 'state'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      timestamp: {
        name: 'timestamp'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      userAgent: { name: 'userAgent'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
    }
  }
  LiveEvent: {
    kind: 'OBJECT'
    name: 'LiveEvent'
    fields: {
      conversation: { name: 'conversation'; type: { kind: 'OBJECT'; name: 'Conversation'; ofType: null } }
      conversationId: { name: 'conversationId'; type: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      id: { name: 'id'; type: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      message: { name: 'message'; type: { kind: 'OBJECT'; name: 'Message'; ofType: null } }
      name: {
        name: 'name'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      typing: { name: 'typing'; type: { kind: 'OBJECT'; name: 'Typing'; ofType: null } }
      userId: { name: 'userId'; type: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
    }
  }
  LiveFigures: {
    kind: 'OBJECT'
    name: 'LiveFigures'
    fields: {
      appealsOpen: {
        name: 'appealsOpen'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      at: {
        name: 'at'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      matchesPerMinute: {
        name: 'matchesPerMinute'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      messagesPerMinute: {
        name: 'messagesPerMinute'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      online: {
        name: 'online'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      reportsOpen: {
        name: 'reportsOpen'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      waiting: {
        name: 'waiting'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
    }
  }
  LookingFor: {
    name: 'LookingFor'
    enumValues: 'CASUAL_CHAT' | 'DATING' | 'FRIENDSHIP' | 'NETWORKING' | 'SERIOUS_RELATIONSHIP'
  }
  MatchResult: {
    kind: 'OBJECT'
    name: 'MatchResult'
    fields: {
      conversation: { name: 'conversation'; type: { kind: 'OBJECT'; name: 'Conversation'; ofType: null } }
      waitingSeconds: { name: 'waitingSeconds'; type: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
    }
  }
  Me: {
    kind: 'OBJECT'
    name: 'Me'
    fields: {
      active: {
        name: 'active'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      age: {
        name: 'age'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      city: { name: 'city'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      country: { name: 'country'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      created: {
        name: 'created'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      displayName: {
        name: 'displayName'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      email: {
        name: 'email'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      emailVerified: {
        name: 'emailVerified'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      gender: {
        name: 'gender'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'Gender'; ofType: null } }
      }
      genderFilter: { name: 'genderFilter'; type: { kind: 'ENUM'; name: 'GenderFilter'; ofType: null } }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      interests: {
        name: 'interests'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'SCALAR'; name: 'String'; ofType: null }
            }
          }
        }
      }
      lastSeen: {
        name: 'lastSeen'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      location: { name: 'location'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      lookingFor: {
        name: 'lookingFor'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'ENUM'; name: 'LookingFor'; ofType: null }
            }
          }
        }
      }
      missedMails: {
        name: 'missedMails'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      name: { name: 'name'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      nearBy: {
        name: 'nearBy'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      phone: {
        name: 'phone'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      premium: {
        name: 'premium'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      role: {
        name: 'role'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'Role'; ofType: null } }
      }
      stars: {
        name: 'stars'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      state: { name: 'state'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
    }
  }
  Message: {
    kind: 'OBJECT'
    name: 'Message'
    fields: {
      clearedBy: {
        name: 'clearedBy'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
          }
        }
      }
      clientMessageId: { name: 'clientMessageId'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      conversationId: {
        name: 'conversationId'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      read: {
        name: 'read'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      senderId: {
        name: 'senderId'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      senderName: {
        name: 'senderName'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      text: {
        name: 'text'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      time: {
        name: 'time'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
    }
  }
  MessageConnection: {
    kind: 'OBJECT'
    name: 'MessageConnection'
    fields: {
      endCursor: { name: 'endCursor'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      hasNextPage: {
        name: 'hasNextPage'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      nodes: {
        name: 'nodes'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'Message'; ofType: null }
            }
          }
        }
      }
      totalCount: {
        name: 'totalCount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
    }
  }
  MinuteFigures: {
    kind: 'OBJECT'
    name: 'MinuteFigures'
    fields: {
      matches: {
        name: 'matches'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      messages: {
        name: 'messages'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      minute: {
        name: 'minute'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
    }
  }
  ModerationAction: {
    kind: 'OBJECT'
    name: 'ModerationAction'
    fields: {
      actor: { name: 'actor'; type: { kind: 'OBJECT'; name: 'PersonInQueue'; ofType: null } }
      at: {
        name: 'at'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      kind: {
        name: 'kind'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'ENUM'; name: 'ModerationActionKind'; ofType: null }
        }
      }
      reason: {
        name: 'reason'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      reportId: { name: 'reportId'; type: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      reversed: { name: 'reversed'; type: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      subject: { name: 'subject'; type: { kind: 'OBJECT'; name: 'PersonInQueue'; ofType: null } }
      until: { name: 'until'; type: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
    }
  }
  ModerationActionConnection: {
    kind: 'OBJECT'
    name: 'ModerationActionConnection'
    fields: {
      endCursor: { name: 'endCursor'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      hasNextPage: {
        name: 'hasNextPage'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      nodes: {
        name: 'nodes'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'ModerationAction'; ofType: null }
            }
          }
        }
      }
      totalCount: {
        name: 'totalCount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
    }
  }
  ModerationActionKind: {
    name: 'ModerationActionKind'
    enumValues:
      | 'ADD_NOTE'
      | 'BAN'
      | 'DISMISS'
      | 'PAUSE'
      | 'REFUSE_MESSAGE'
      | 'RELEASE_MESSAGE'
      | 'REMOVE_NOTE'
      | 'RESET_FACTOR'
      | 'REVERSE'
      | 'ROLE'
      | 'SUSPEND'
      | 'UPHOLD'
      | 'WARN'
  }
  ModerationChange: {
    kind: 'OBJECT'
    name: 'ModerationChange'
    fields: {
      actor: { name: 'actor'; type: { kind: 'OBJECT'; name: 'PersonInQueue'; ofType: null } }
      ids: {
        name: 'ids'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
          }
        }
      }
      kind: {
        name: 'kind'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'ENUM'; name: 'ModerationChangeKind'; ofType: null }
        }
      }
    }
  }
  ModerationChangeKind: {
    name: 'ModerationChangeKind'
    enumValues:
      | 'APPEAL_ARRIVED'
      | 'APPEAL_DECIDED'
      | 'MESSAGE_DECIDED'
      | 'MESSAGE_HELD'
      | 'NOTES_CHANGED'
      | 'REPORT_ARRIVED'
      | 'REPORT_CLAIMED'
      | 'REPORT_DECIDED'
      | 'REPORT_RELEASED'
      | 'RESYNC'
  }
  ModerationCounts: {
    kind: 'OBJECT'
    name: 'ModerationCounts'
    fields: {
      appeals: {
        name: 'appeals'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      heldMessages: {
        name: 'heldMessages'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      reports: {
        name: 'reports'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
    }
  }
  ModeratorNote: {
    kind: 'OBJECT'
    name: 'ModeratorNote'
    fields: {
      author: { name: 'author'; type: { kind: 'OBJECT'; name: 'PersonInQueue'; ofType: null } }
      created: {
        name: 'created'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      reportId: { name: 'reportId'; type: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      text: {
        name: 'text'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
    }
  }
  Money: {
    kind: 'OBJECT'
    name: 'Money'
    fields: {
      amount: {
        name: 'amount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      currency: {
        name: 'currency'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
    }
  }
  Mutation: {
    kind: 'OBJECT'
    name: 'Mutation'
    fields: {
      addNote: {
        name: 'addNote'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'ModeratorNote'; ofType: null }
        }
      }
      appeal: {
        name: 'appeal'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      beginSecondFactor: {
        name: 'beginSecondFactor'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'SecondFactorSetup'; ofType: null }
        }
      }
      block: {
        name: 'block'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      cancelSearch: {
        name: 'cancelSearch'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      cancelSubscription: {
        name: 'cancelSubscription'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      capturePayment: {
        name: 'capturePayment'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'PaymentStatus'; ofType: null }
        }
      }
      capturePaypalOrder: {
        name: 'capturePaypalOrder'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'PaypalCapture'; ofType: null }
        }
      }
      claimReport: {
        name: 'claimReport'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'ReportClaim'; ofType: null } }
      }
      clearConversation: {
        name: 'clearConversation'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      closeAccount: {
        name: 'closeAccount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      confirmSecondFactor: {
        name: 'confirmSecondFactor'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'SCALAR'; name: 'String'; ofType: null }
            }
          }
        }
      }
      createOrder: {
        name: 'createOrder'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'Order'; ofType: null } }
      }
      decideAboutPerson: {
        name: 'decideAboutPerson'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      decideAppeal: {
        name: 'decideAppeal'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      decideHeldMessage: {
        name: 'decideHeldMessage'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      decideReport: {
        name: 'decideReport'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      deleteAccount: {
        name: 'deleteAccount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      disableSecondFactor: {
        name: 'disableSecondFactor'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      dismissReports: {
        name: 'dismissReports'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'Dismissals'; ofType: null } }
      }
      findMatch: {
        name: 'findMatch'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'MatchResult'; ofType: null } }
      }
      joinLaunchList: {
        name: 'joinLaunchList'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      leaveConversation: {
        name: 'leaveConversation'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      logIn: {
        name: 'logIn'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'AuthResponse'; ofType: null }
        }
      }
      logOut: {
        name: 'logOut'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      markAllNotificationsRead: {
        name: 'markAllNotificationsRead'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      markNotificationsRead: {
        name: 'markNotificationsRead'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      markRead: {
        name: 'markRead'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      notifyLaunchList: {
        name: 'notifyLaunchList'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      proveSecondFactor: {
        name: 'proveSecondFactor'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      recordProfileVisit: {
        name: 'recordProfileVisit'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'ProfileVisit'; ofType: null }
        }
      }
      register: {
        name: 'register'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'AuthResponse'; ofType: null }
        }
      }
      releaseReport: {
        name: 'releaseReport'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      removeNote: {
        name: 'removeNote'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      removeRegistration: {
        name: 'removeRegistration'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'VerificationResult'; ofType: null }
        }
      }
      renewRecoveryCodes: {
        name: 'renewRecoveryCodes'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'SCALAR'; name: 'String'; ofType: null }
            }
          }
        }
      }
      report: {
        name: 'report'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      requestDataExport: {
        name: 'requestDataExport'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'DataExport'; ofType: null } }
      }
      requestPasswordReset: {
        name: 'requestPasswordReset'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      resendVerification: {
        name: 'resendVerification'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'VerificationResult'; ofType: null }
        }
      }
      resetPassword: {
        name: 'resetPassword'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      reverseAction: {
        name: 'reverseAction'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      revokeOtherSessions: {
        name: 'revokeOtherSessions'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      revokeSession: {
        name: 'revokeSession'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      sendMessage: {
        name: 'sendMessage'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'Message'; ofType: null } }
      }
      setMissedMails: {
        name: 'setMissedMails'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      setTyping: {
        name: 'setTyping'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      startConversation: {
        name: 'startConversation'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'Conversation'; ofType: null }
        }
      }
      subscribe: {
        name: 'subscribe'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'PaymentStatus'; ofType: null }
        }
      }
      unblock: {
        name: 'unblock'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      updateLocation: {
        name: 'updateLocation'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'Me'; ofType: null } }
      }
      updateProfile: {
        name: 'updateProfile'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'Me'; ofType: null } }
      }
      verifyEmail: {
        name: 'verifyEmail'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'VerificationResult'; ofType: null }
        }
      }
      verifyResetCode: {
        name: 'verifyResetCode'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
    }
  }
  MyReport: {
    kind: 'OBJECT'
    name: 'MyReport'
    fields: {
      created: {
        name: 'created'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      displayName: {
        name: 'displayName'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      outcome: { name: 'outcome'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      reason: {
        name: 'reason'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      status: {
        name: 'status'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'ReportStatus'; ofType: null } }
      }
    }
  }
  NearbyUser: {
    kind: 'OBJECT'
    name: 'NearbyUser'
    fields: {
      age: {
        name: 'age'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      city: { name: 'city'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      displayName: {
        name: 'displayName'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      gender: {
        name: 'gender'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'Gender'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      interests: {
        name: 'interests'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'SCALAR'; name: 'String'; ofType: null }
            }
          }
        }
      }
      state: { name: 'state'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
    }
  }
  NearbyUserConnection: {
    kind: 'OBJECT'
    name: 'NearbyUserConnection'
    fields: {
      endCursor: { name: 'endCursor'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      hasNextPage: {
        name: 'hasNextPage'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      nodes: {
        name: 'nodes'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'NearbyUser'; ofType: null }
            }
          }
        }
      }
      totalCount: {
        name: 'totalCount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
    }
  }
  Notification: {
    kind: 'OBJECT'
    name: 'Notification'
    fields: {
      body: {
        name: 'body'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      candidateId: { name: 'candidateId'; type: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      conversationId: { name: 'conversationId'; type: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      created: {
        name: 'created'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      heading: {
        name: 'heading'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      image: { name: 'image'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      kind: {
        name: 'kind'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'ENUM'; name: 'NotificationKind'; ofType: null }
        }
      }
      path: { name: 'path'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      read: {
        name: 'read'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      userData: {
        name: 'userData'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'NotificationDatum'; ofType: null }
            }
          }
        }
      }
    }
  }
  NotificationConnection: {
    kind: 'OBJECT'
    name: 'NotificationConnection'
    fields: {
      endCursor: { name: 'endCursor'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      hasNextPage: {
        name: 'hasNextPage'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      nodes: {
        name: 'nodes'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'Notification'; ofType: null }
            }
          }
        }
      }
      totalCount: {
        name: 'totalCount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
    }
  }
  NotificationDatum: {
    kind: 'OBJECT'
    name: 'NotificationDatum'
    fields: {
      name: {
        name: 'name'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      value: {
        name: 'value'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
    }
  }
  NotificationKind: {
    name: 'NotificationKind'
    enumValues:
      | 'APPEAL_DECIDED'
      | 'EXPORT_READY'
      | 'MESSAGE_RELEASED'
      | 'MISSED_MESSAGES'
      | 'NOTICE'
      | 'PREMIUM_ENDING'
      | 'REPORT_DECIDED'
      | 'WARNING'
  }
  Order: {
    kind: 'OBJECT'
    name: 'Order'
    fields: {
      amount: {
        name: 'amount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      approveUrl: { name: 'approveUrl'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      charged: { name: 'charged'; type: { kind: 'OBJECT'; name: 'Money'; ofType: null } }
      currency: {
        name: 'currency'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      orderId: {
        name: 'orderId'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      paymentProvider: {
        name: 'paymentProvider'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'ENUM'; name: 'PaymentProvider'; ofType: null }
        }
      }
    }
  }
  Partner: {
    kind: 'OBJECT'
    name: 'Partner'
    fields: {
      age: {
        name: 'age'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      displayName: {
        name: 'displayName'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      gender: {
        name: 'gender'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'Gender'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      interests: {
        name: 'interests'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'SCALAR'; name: 'String'; ofType: null }
            }
          }
        }
      }
      lookingFor: {
        name: 'lookingFor'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'ENUM'; name: 'LookingFor'; ofType: null }
            }
          }
        }
      }
      online: {
        name: 'online'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
    }
  }
  PaymentOptions: {
    kind: 'OBJECT'
    name: 'PaymentOptions'
    fields: {
      card: { name: 'card'; type: { kind: 'OBJECT'; name: 'CardCheckout'; ofType: null } }
      freeConversationsADay: {
        name: 'freeConversationsADay'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      paypal: {
        name: 'paypal'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      testMode: {
        name: 'testMode'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
    }
  }
  PaymentProvider: { name: 'PaymentProvider'; enumValues: 'PAYPAL' | 'RAZORPAY' }
  PaymentStatus: {
    kind: 'OBJECT'
    name: 'PaymentStatus'
    fields: {
      message: {
        name: 'message'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      premiumActivated: {
        name: 'premiumActivated'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      status: {
        name: 'status'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'ENUM'; name: 'TransactionStatus'; ofType: null }
        }
      }
    }
  }
  PaypalCapture: {
    kind: 'OBJECT'
    name: 'PaypalCapture'
    fields: {
      error: { name: 'error'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      success: {
        name: 'success'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
    }
  }
  PersonDetail: {
    kind: 'OBJECT'
    name: 'PersonDetail'
    fields: {
      actions: {
        name: 'actions'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'ModerationAction'; ofType: null }
            }
          }
        }
      }
      bannedAt: { name: 'bannedAt'; type: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      blocksReceived: {
        name: 'blocksReceived'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      conversations: {
        name: 'conversations'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      interests: {
        name: 'interests'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'SCALAR'; name: 'String'; ofType: null }
            }
          }
        }
      }
      notes: {
        name: 'notes'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'ModeratorNote'; ofType: null }
            }
          }
        }
      }
      openStrikes: {
        name: 'openStrikes'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      reports: {
        name: 'reports'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'Report'; ofType: null }
            }
          }
        }
      }
      reportsMade: {
        name: 'reportsMade'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      reportsReceived: {
        name: 'reportsReceived'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      suspendedUntil: { name: 'suspendedUntil'; type: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      user: {
        name: 'user'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'AdminUser'; ofType: null } }
      }
    }
  }
  PersonInQueue: {
    kind: 'OBJECT'
    name: 'PersonInQueue'
    fields: {
      displayName: {
        name: 'displayName'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
    }
  }
  Plan: {
    kind: 'OBJECT'
    name: 'Plan'
    fields: {
      amount: {
        name: 'amount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      features: {
        name: 'features'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'SCALAR'; name: 'String'; ofType: null }
            }
          }
        }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      interval: {
        name: 'interval'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      name: {
        name: 'name'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
    }
  }
  PositionInput: {
    kind: 'INPUT_OBJECT'
    name: 'PositionInput'
    isOneOf: false
    inputFields: [
      { name: 'accuracy'; type: { kind: 'SCALAR'; name: 'Float'; ofType: null }; defaultValue: null },
      {
        name: 'latitude'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Float'; ofType: null } }
        defaultValue: null
      },
      {
        name: 'longitude'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Float'; ofType: null } }
        defaultValue: null
      },
    ]
  }
  PresenceChange: {
    kind: 'OBJECT'
    name: 'PresenceChange'
    fields: {
      online: {
        name: 'online'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      userId: {
        name: 'userId'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
    }
  }
  ProfileVisit: {
    kind: 'OBJECT'
    name: 'ProfileVisit'
    fields: {
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      profileOwnerId: {
        name: 'profileOwnerId'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      visitTime: {
        name: 'visitTime'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      visitType: {
        name: 'visitType'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'VisitType'; ofType: null } }
      }
      visitorId: {
        name: 'visitorId'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
    }
  }
  Query: {
    kind: 'OBJECT'
    name: 'Query'
    fields: {
      adminStats: {
        name: 'adminStats'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'AdminStats'; ofType: null } }
      }
      adminUserCount: {
        name: 'adminUserCount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      adminUsers: {
        name: 'adminUsers'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'AdminUser'; ofType: null }
            }
          }
        }
      }
      appeals: {
        name: 'appeals'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'QueuedAppealConnection'; ofType: null }
        }
      }
      auditLog: {
        name: 'auditLog'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'ModerationActionConnection'; ofType: null }
        }
      }
      blockedPeople: {
        name: 'blockedPeople'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'BlockedPerson'; ofType: null }
            }
          }
        }
      }
      canRemoveRegistration: {
        name: 'canRemoveRegistration'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      conversation: {
        name: 'conversation'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'Conversation'; ofType: null }
        }
      }
      conversations: {
        name: 'conversations'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'ConversationConnection'; ofType: null }
        }
      }
      dataExports: {
        name: 'dataExports'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'DataExport'; ofType: null }
            }
          }
        }
      }
      heldMessages: {
        name: 'heldMessages'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'HeldMessageConnection'; ofType: null }
        }
      }
      lastHour: {
        name: 'lastHour'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'MinuteFigures'; ofType: null }
            }
          }
        }
      }
      launchNotificationCount: {
        name: 'launchNotificationCount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      launchNotifications: {
        name: 'launchNotifications'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'LaunchNotification'; ofType: null }
            }
          }
        }
      }
      liveFigures: {
        name: 'liveFigures'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'LiveFigures'; ofType: null } }
      }
      me: { name: 'me'; type: { kind: 'OBJECT'; name: 'Me'; ofType: null } }
      moderationCounts: {
        name: 'moderationCounts'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'ModerationCounts'; ofType: null }
        }
      }
      myReports: {
        name: 'myReports'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'MyReport'; ofType: null }
            }
          }
        }
      }
      nearby: {
        name: 'nearby'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'NearbyUserConnection'; ofType: null }
        }
      }
      notifications: {
        name: 'notifications'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'NotificationConnection'; ofType: null }
        }
      }
      partner: {
        name: 'partner'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'Partner'; ofType: null } }
      }
      paymentOptions: {
        name: 'paymentOptions'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'PaymentOptions'; ofType: null }
        }
      }
      paymentStatus: {
        name: 'paymentStatus'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'PaymentStatus'; ofType: null }
        }
      }
      person: {
        name: 'person'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'PersonDetail'; ofType: null }
        }
      }
      plans: {
        name: 'plans'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'Plan'; ofType: null } }
          }
        }
      }
      recentChats: {
        name: 'recentChats'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'RecentChat'; ofType: null }
            }
          }
        }
      }
      reportArrivals: {
        name: 'reportArrivals'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'ReportArrivals'; ofType: null }
        }
      }
      reportCase: {
        name: 'reportCase'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'Report'; ofType: null } }
      }
      reports: {
        name: 'reports'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'ReportConnection'; ofType: null }
        }
      }
      secondFactor: {
        name: 'secondFactor'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'SecondFactor'; ofType: null }
        }
      }
      session: {
        name: 'session'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'SessionResponse'; ofType: null }
        }
      }
      sessions: {
        name: 'sessions'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'AccountSession'; ofType: null }
            }
          }
        }
      }
      signIns: {
        name: 'signIns'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'SignInConnection'; ofType: null }
        }
      }
      standing: {
        name: 'standing'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'Standing'; ofType: null } }
      }
      subscription: {
        name: 'subscription'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'SubscriptionDetails'; ofType: null }
        }
      }
      transactions: {
        name: 'transactions'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'Transaction'; ofType: null }
            }
          }
        }
      }
      unreadNotifications: {
        name: 'unreadNotifications'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      validateResetToken: {
        name: 'validateResetToken'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
    }
  }
  QueueStatus: { name: 'QueueStatus'; enumValues: 'DECIDED' | 'OPEN' }
  QueuedAppeal: {
    kind: 'OBJECT'
    name: 'QueuedAppeal'
    fields: {
      action: { name: 'action'; type: { kind: 'OBJECT'; name: 'ModerationAction'; ofType: null } }
      answer: { name: 'answer'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      created: {
        name: 'created'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      person: {
        name: 'person'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'PersonInQueue'; ofType: null }
        }
      }
      status: {
        name: 'status'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'AppealStatus'; ofType: null } }
      }
      text: {
        name: 'text'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
    }
  }
  QueuedAppealConnection: {
    kind: 'OBJECT'
    name: 'QueuedAppealConnection'
    fields: {
      endCursor: { name: 'endCursor'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      hasNextPage: {
        name: 'hasNextPage'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      nodes: {
        name: 'nodes'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'QueuedAppeal'; ofType: null }
            }
          }
        }
      }
      totalCount: {
        name: 'totalCount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
    }
  }
  RecentChat: {
    kind: 'OBJECT'
    name: 'RecentChat'
    fields: {
      blocked: {
        name: 'blocked'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      endedAt: { name: 'endedAt'; type: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      openedAt: {
        name: 'openedAt'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      partnerDisplayName: {
        name: 'partnerDisplayName'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      partnerId: {
        name: 'partnerId'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
    }
  }
  RefusedDismissal: {
    kind: 'OBJECT'
    name: 'RefusedDismissal'
    fields: {
      code: {
        name: 'code'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      message: {
        name: 'message'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
    }
  }
  RegistrationInput: {
    kind: 'INPUT_OBJECT'
    name: 'RegistrationInput'
    isOneOf: false
    inputFields: [
      {
        name: 'age'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
        defaultValue: null
      },
      {
        name: 'displayName'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
        defaultValue: null
      },
      {
        name: 'gender'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'Gender'; ofType: null } }
        defaultValue: null
      },
      {
        name: 'interests'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'SCALAR'; name: 'String'; ofType: null }
            }
          }
        }
        defaultValue: null
      },
      {
        name: 'lookingFor'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'ENUM'; name: 'LookingFor'; ofType: null }
            }
          }
        }
        defaultValue: null
      },
      {
        name: 'nearBy'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
        defaultValue: 'false'
      },
      {
        name: 'password'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
        defaultValue: null
      },
      {
        name: 'phone'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
        defaultValue: null
      },
      {
        name: 'userName'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
        defaultValue: null
      },
    ]
  }
  Report: {
    kind: 'OBJECT'
    name: 'Report'
    fields: {
      claim: { name: 'claim'; type: { kind: 'OBJECT'; name: 'ReportClaim'; ofType: null } }
      created: {
        name: 'created'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      decidedAt: { name: 'decidedAt'; type: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      decisions: {
        name: 'decisions'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'ModerationAction'; ofType: null }
            }
          }
        }
      }
      evidence: {
        name: 'evidence'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'EvidenceMessage'; ofType: null }
            }
          }
        }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      kind: {
        name: 'kind'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'ReportKind'; ofType: null } }
      }
      priority: {
        name: 'priority'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      reason: {
        name: 'reason'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      reported: {
        name: 'reported'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'PersonInQueue'; ofType: null }
        }
      }
      reporter: { name: 'reporter'; type: { kind: 'OBJECT'; name: 'PersonInQueue'; ofType: null } }
      status: {
        name: 'status'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'ReportStatus'; ofType: null } }
      }
    }
  }
  ReportArrivals: {
    kind: 'OBJECT'
    name: 'ReportArrivals'
    fields: {
      count: {
        name: 'count'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      latest: { name: 'latest'; type: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
    }
  }
  ReportClaim: {
    kind: 'OBJECT'
    name: 'ReportClaim'
    fields: {
      by: {
        name: 'by'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'PersonInQueue'; ofType: null }
        }
      }
      until: {
        name: 'until'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
    }
  }
  ReportConnection: {
    kind: 'OBJECT'
    name: 'ReportConnection'
    fields: {
      endCursor: { name: 'endCursor'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      hasNextPage: {
        name: 'hasNextPage'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      nodes: {
        name: 'nodes'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'Report'; ofType: null }
            }
          }
        }
      }
      totalCount: {
        name: 'totalCount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
    }
  }
  ReportKind: { name: 'ReportKind'; enumValues: 'EVASION' | 'FILTER' | 'MEMBER' | 'MINOR' | 'REPEATED' }
  ReportStatus: { name: 'ReportStatus'; enumValues: 'ACTED' | 'DISMISSED' | 'OPEN' }
  Role: { name: 'Role'; enumValues: 'ADMIN' | 'MEMBER' | 'MODERATOR' }
  SanctionKind: { name: 'SanctionKind'; enumValues: 'BAN' | 'PAUSE' | 'SUSPEND' | 'WARN' }
  SecondFactor: {
    kind: 'OBJECT'
    name: 'SecondFactor'
    fields: {
      recoveryCodesLeft: {
        name: 'recoveryCodesLeft'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      since: { name: 'since'; type: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      staff: {
        name: 'staff'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'StaffFactor'; ofType: null } }
      }
    }
  }
  SecondFactorSetup: {
    kind: 'OBJECT'
    name: 'SecondFactorSetup'
    fields: {
      secret: {
        name: 'secret'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      uri: {
        name: 'uri'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
    }
  }
  SessionResponse: {
    kind: 'OBJECT'
    name: 'SessionResponse'
    fields: {
      conversationCount: {
        name: 'conversationCount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      nearByUsers: {
        name: 'nearByUsers'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      onlineUsersWithCommonInterest: {
        name: 'onlineUsersWithCommonInterest'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      user: {
        name: 'user'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'Me'; ofType: null } }
      }
    }
  }
  SignIn: {
    kind: 'OBJECT'
    name: 'SignIn'
    fields: {
      address: { name: 'address'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      browser: {
        name: 'browser'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      kind: {
        name: 'kind'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'SignInKind'; ofType: null } }
      }
      placeGiven: {
        name: 'placeGiven'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      system: {
        name: 'system'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      time: {
        name: 'time'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
    }
  }
  SignInConnection: {
    kind: 'OBJECT'
    name: 'SignInConnection'
    fields: {
      endCursor: { name: 'endCursor'; type: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      hasNextPage: {
        name: 'hasNextPage'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      nodes: {
        name: 'nodes'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'SignIn'; ofType: null }
            }
          }
        }
      }
      totalCount: {
        name: 'totalCount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
    }
  }
  SignInKind: { name: 'SignInKind'; enumValues: 'LOGIN' | 'REGISTER' }
  StaffFactor: {
    name: 'StaffFactor'
    enumValues: 'ENROLMENT_REQUIRED' | 'NOT_NEEDED' | 'PROOF_REQUIRED' | 'PROVEN'
  }
  Standing: {
    kind: 'OBJECT'
    name: 'Standing'
    fields: {
      banned: {
        name: 'banned'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      history: {
        name: 'history'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: {
            kind: 'LIST'
            name: never
            ofType: {
              kind: 'NON_NULL'
              name: never
              ofType: { kind: 'OBJECT'; name: 'Warning'; ofType: null }
            }
          }
        }
      }
      suspended: {
        name: 'suspended'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      until: { name: 'until'; type: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
    }
  }
  String: unknown
  Subscription: {
    kind: 'OBJECT'
    name: 'Subscription'
    fields: {
      live: {
        name: 'live'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'LiveEvent'; ofType: null } }
      }
      liveFigures: {
        name: 'liveFigures'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'LiveFigures'; ofType: null } }
      }
      matchFound: {
        name: 'matchFound'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'Conversation'; ofType: null }
        }
      }
      messageReceived: {
        name: 'messageReceived'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'Message'; ofType: null } }
      }
      moderationChanged: {
        name: 'moderationChanged'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'ModerationChange'; ofType: null }
        }
      }
      notificationReceived: {
        name: 'notificationReceived'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'Notification'; ofType: null }
        }
      }
      presenceChanged: {
        name: 'presenceChanged'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'OBJECT'; name: 'PresenceChange'; ofType: null }
        }
      }
      typingChanged: {
        name: 'typingChanged'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'OBJECT'; name: 'Typing'; ofType: null } }
      }
    }
  }
  SubscriptionDetails: {
    kind: 'OBJECT'
    name: 'SubscriptionDetails'
    fields: {
      isPremium: {
        name: 'isPremium'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      premiumCancelled: {
        name: 'premiumCancelled'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      premiumValidity: { name: 'premiumValidity'; type: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
    }
  }
  SubscriptionPlan: { name: 'SubscriptionPlan'; enumValues: 'ANNUAL' | 'MONTHLY' | 'WEEKLY' }
  Transaction: {
    kind: 'OBJECT'
    name: 'Transaction'
    fields: {
      amount: {
        name: 'amount'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Int'; ofType: null } }
      }
      currency: {
        name: 'currency'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      date: {
        name: 'date'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      description: {
        name: 'description'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      id: {
        name: 'id'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      status: {
        name: 'status'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'ENUM'; name: 'TransactionStatus'; ofType: null }
        }
      }
      type: {
        name: 'type'
        type: {
          kind: 'NON_NULL'
          name: never
          ofType: { kind: 'ENUM'; name: 'TransactionType'; ofType: null }
        }
      }
    }
  }
  TransactionStatus: {
    name: 'TransactionStatus'
    enumValues: 'AUTHORIZED' | 'COMPLETED' | 'FAILED' | 'PENDING' | 'REFUNDED'
  }
  TransactionType: { name: 'TransactionType'; enumValues: 'PAYMENT' | 'SUBSCRIPTION' }
  Typing: {
    kind: 'OBJECT'
    name: 'Typing'
    fields: {
      conversationId: {
        name: 'conversationId'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      isTyping: {
        name: 'isTyping'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      userId: {
        name: 'userId'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
    }
  }
  VerificationResult: {
    kind: 'OBJECT'
    name: 'VerificationResult'
    fields: {
      message: {
        name: 'message'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      success: {
        name: 'success'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
    }
  }
  VisitType: { name: 'VisitType'; enumValues: 'LOGIN' | 'REGISTER' }
  Warning: {
    kind: 'OBJECT'
    name: 'Warning'
    fields: {
      actionId: {
        name: 'actionId'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'ID'; ofType: null } }
      }
      appeal: { name: 'appeal'; type: { kind: 'OBJECT'; name: 'Appeal'; ofType: null } }
      at: {
        name: 'at'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      }
      kind: {
        name: 'kind'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'ENUM'; name: 'SanctionKind'; ofType: null } }
      }
      reason: {
        name: 'reason'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'String'; ofType: null } }
      }
      reversed: {
        name: 'reversed'
        type: { kind: 'NON_NULL'; name: never; ofType: { kind: 'SCALAR'; name: 'Boolean'; ofType: null } }
      }
      strikeUntil: { name: 'strikeUntil'; type: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
      until: { name: 'until'; type: { kind: 'SCALAR'; name: 'DateTime'; ofType: null } }
    }
  }
}

/** An IntrospectionQuery representation of your schema.
 *
 * @remarks
 * This is an introspection of your schema saved as a file by GraphQLSP.
 * It will automatically be used by `gql.tada` to infer the types of your GraphQL documents.
 * If you need to reuse this data or update your `scalars`, update `tadaOutputLocation` to
 * instead save to a .ts instead of a .d.ts file.
 */
export type introspection = {
  name: never
  query: 'Query'
  mutation: 'Mutation'
  subscription: 'Subscription'
  types: introspection_types
}

import * as gqlTada from 'gql.tada'

declare module 'gql.tada' {
  interface setupSchema {
    introspection: introspection
  }
}
