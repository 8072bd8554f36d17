interface Group {
  interests: readonly string[]
  /** `{it}` stands for the interest. */
  questions: readonly string[]
}

const BEGINNING = 'What got you into {it}?'

/** Every suggested interest belongs to one of these groups. */
// biome-ignore format: the lists are read as lists of words
export const GROUPS: readonly Group[] = [
  {
    interests: [
      'Classical music', 'Electronic music', 'Flamenco', 'Folk music', 'Hip hop', 'Indie music', 'Jazz',
      'Live music', 'Metal music', 'Musicals', 'Opera', 'Rock music', 'Sufi music', 'Vinyl records',
    ],
    questions: [
      BEGINNING,
      'What have you had on repeat lately?',
      'What is the best concert you have been to?',
      'What would you play to someone who doesn’t like {it}?',
    ],
  },
  {
    interests: ['Choir singing', 'Guitar', 'Piano', 'Singing', 'Tabla', 'Violin'],
    questions: [
      BEGINNING,
      'What do you play or sing when no one is listening?',
      'Which piece is still too hard for you?',
      'Who would you love to make music with for one evening?',
    ],
  },
  {
    interests: ['Ballet', 'Dance', 'Tango'],
    questions: [
      BEGINNING,
      'Where do you go to dance?',
      'Which music always makes you dance?',
      'What was the hardest thing to learn?',
    ],
  },
  {
    interests: [
      'Acting', 'Anime', 'Cinema', 'Comedy', 'Documentaries', 'Improv', 'Stand-up comedy', 'Theatre',
      'Podcasts', 'Radio',
    ],
    questions: [
      BEGINNING,
      'What did you last see or hear that stayed with you?',
      'What would you recommend to someone who is new to {it}?',
      'What is overrated, and what should more people know about?',
    ],
  },
  {
    interests: [
      'Blogging', 'Book clubs', 'Comics', 'Fantasy novels', 'Novels', 'Poetry', 'Reading',
      'Science fiction', 'Short stories', 'Urdu poetry', 'Writing',
    ],
    questions: [
      BEGINNING,
      'What are you reading at the moment?',
      'Which book would you give to a stranger?',
      'Which line do you know by heart?',
    ],
  },
  {
    interests: ['Languages', 'Translation'],
    questions: [
      BEGINNING,
      'Which word do you wish every language had?',
      'Which language would you learn next, and why?',
      'What was your funniest mistake in another language?',
    ],
  },
  {
    interests: [
      'Baking', 'Beer brewing', 'Bread', 'Cheese', 'Coffee', 'Cooking', 'Fermentation', 'Food markets',
      'Recipes', 'Street food', 'Tea', 'Vegan cooking', 'Wine',
    ],
    questions: [
      BEGINNING,
      'What is the best thing you have tasted this month?',
      'What do you make when you want to impress someone?',
      'Which taste brings back a memory?',
    ],
  },
  {
    interests: [
      'Calligraphy', 'Carpentry', 'Ceramics', 'Drawing', 'Embroidery', 'Jewellery making', 'Knitting',
      'Leatherwork', 'Origami', 'Painting', 'Pottery', 'Quilting', 'Restoration', 'Sculpture', 'Sewing',
      'Woodworking',
    ],
    questions: [
      BEGINNING,
      'What are you working on right now?',
      'What was the first thing you made that you were proud of?',
      'Which project do you still want to finish?',
    ],
  },
  {
    interests: ['Bird photography', 'Film photography', 'Photography', 'Street photography'],
    questions: [
      BEGINNING,
      'What did you take a picture of last?',
      'Which of your pictures would you hang on a wall?',
      'What do you look for before you take a picture?',
    ],
  },
  {
    interests: ['Architecture', 'Art history', 'Collecting', 'Fashion', 'Interior design', 'Museums', 'Web design'],
    questions: [
      BEGINNING,
      'What could you look at for an hour?',
      'What have you seen lately that was really well made?',
      'What does everyone else find beautiful, but you don’t?',
    ],
  },
  {
    interests: [
      'Backpacking', 'Birding', 'Bouldering', 'Camping', 'Canoeing', 'Climbing', 'Fishing', 'Foraging',
      'Hiking', 'Kayaking', 'Mountaineering', 'Nature', 'Sailing', 'Scuba diving', 'Skiing', 'Surfing',
      'Walking',
    ],
    questions: [
      BEGINNING,
      'Which place outside do you keep going back to?',
      'What is the worst weather you have been out in?',
      'What is always in your bag?',
    ],
  },
  {
    interests: ['Badminton', 'Basketball', 'Boxing', 'Cricket', 'Football', 'Table tennis', 'Tennis'],
    questions: [
      BEGINNING,
      'Do you play, watch, or mostly argue about {it}?',
      'Which match would you have loved to see from the stands?',
      'Who did you want to be when you were ten?',
    ],
  },
  {
    interests: [
      'Archery', 'Cycling', 'Fitness', 'Marathons', 'Martial arts', 'Pilates', 'Rowing', 'Running',
      'Skateboarding', 'Swimming', 'Trail running', 'Yoga',
    ],
    questions: [
      BEGINNING,
      'What is easier for you now than a year ago?',
      'What do you think about while you do it?',
      'Early in the morning, or late in the evening?',
    ],
  },
  {
    interests: ['Board games', 'Card games', 'Chess', 'Crosswords', 'Gaming', 'Puzzles', 'Quizzes'],
    questions: [
      BEGINNING,
      'What could you play all night?',
      'Are you a good loser?',
      'Which game would you teach me first?',
    ],
  },
  {
    interests: ['Aquariums', 'Beekeeping', 'Cats', 'Dogs', 'Gardening', 'Horses', 'Houseplants'],
    questions: [
      BEGINNING,
      'Who or what do you take care of at the moment?',
      'What surprised you most about {it}?',
      'What do people get wrong about {it}?',
    ],
  },
  {
    interests: [
      'Astronomy', 'Coding', 'Home automation', 'Mathematics', 'Robotics', 'Science', 'Technology',
      'Video editing',
    ],
    questions: [
      BEGINNING,
      'What are you building, or trying to understand, right now?',
      'What do people get wrong about {it}?',
      'What was your last small success?',
    ],
  },
  {
    interests: [
      'Adventure travel', 'Geography', 'Maps', 'Motorcycles', 'Night trains', 'Slow travel', 'Trains',
      'Travel',
    ],
    questions: [
      BEGINNING,
      'Which place surprised you most?',
      'Where would you go tomorrow if you could?',
      'Do you plan your trips, or do you just go?',
    ],
  },
  {
    interests: ['Astrology', 'Economics', 'Genealogy', 'History', 'Mythology', 'Philosophy', 'Politics', 'Psychology'],
    questions: [
      BEGINNING,
      'What changed your mind lately?',
      'Which question about {it} do you keep thinking about?',
      'Who would you like to talk to, dead or alive?',
    ],
  },
  {
    interests: ['Journaling', 'Meditation', 'Minimalism', 'Self-improvement', 'Spirituality'],
    questions: [
      BEGINNING,
      'What has made your days better lately?',
      'What would you tell yourself if you could go back ten years?',
      'What did you stop doing and never miss?',
    ],
  },
  {
    interests: [
      'Charity work', 'Entrepreneurship', 'Environment', 'Investing', 'Parenting', 'Public speaking',
      'Startups', 'Sustainability', 'Volunteering',
    ],
    questions: [
      BEGINNING,
      'What keeps you busy at the moment?',
      'What was harder than you expected?',
      'What would you do with a free year?',
    ],
  },
]

/** For interests that members typed themselves, in any language. `{it}` is written as they typed it. */
export const ANY_INTEREST_QUESTIONS: readonly string[] = [
  '{it}: how did it begin for you?',
  '{it}: where would you tell a beginner to start?',
  '{it}: what do people get wrong about it?',
]

/** For two people without a shared interest. */
export const NO_INTEREST_QUESTIONS: readonly string[] = [
  'What has been the best part of your day?',
  'What could you talk about for an hour?',
  'What are you looking forward to?',
  'What made you laugh lately?',
  'What have you learned lately that you keep thinking about?',
]

/** These keep their capital letter within a sentence, as names do. */
export const PROPER_NAMES: readonly string[] = ['Sufi music', 'Urdu poetry']
