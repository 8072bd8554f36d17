import type { LanguageData } from './language.ts'

const BODY = '(?:bugil|telanjang|tt|toket|memek|kontol|nudes?|tetek|tobrut)'
const I = '(?:aku|saya|gue|gw|gua|ane|sy)'
const ADVERBS = '(?: (?:baru|masih|cuma|sekarang|udah|sudah|jalan|mau|hampir|ini|sih|tuh|lagi|cuman))*'
const YEARS = '(?: (?:tahun|thn|th|taun))?'

export const indonesian: LanguageData = {
  code: 'id',
  script: 'latin',
  held: {
    slurs: [
      'bencong',
      'banci',
      'maho',
      'cina (?:babi|anjing|sipit|bangsat|kafir)',
      'monyet papua',
      'papua monyet',
      'dasar (?:cina|kafir|yahudi|negro|homo|maho|papua|lesbi)',
    ],
    solicitation: [
      `(?:kirim|kirimin|minta|mintain|pap|send|bagi|tukar|tukeran|liat|lihat|tunjukin|kasih)(?: (?:dong|foto|video|vid|pap|aku|kamu|lu|lo|yang|yg|lagi|ya|ke|liat|lihat))* ${BODY}`,
      '(?:mau|ayo|yuk|yok|pengen|pingin|cari|bisa|mau ga|ayok)(?: (?:kita|aja|dong|teman|temen|sama|aku|lo|kamu|diajak|yang|bareng))* (?:ngentot|ngewe|ngesex|ngeseks|sex|seks|ons|open bo|vcs|phone sex|vc ?sex)',
      'vcs (?:yuk|yok|dong|an|kuy|sama aku)',
      '(?:ready|terima|melayani|open) (?:bo|vcs)',
      'jual (?:vcs|video bugil|foto bugil|video bokep|konten (?:dewasa|bugil|18))',
      'berapa (?:tarif|harga|rate)(?:nya)? (?:vcs|bo|sex|seks|semalam sama kamu)',
      '(?:aku|gue|gw|lagi|kamu) (?:lagi )?sange(?:k)?',
      '(?:hisap|isep|isepin|jilat) (?:kontol|memek)(?:ku| aku| gue| gw)?',
      'bayar (?:kamu )?buat (?:sex|seks|vcs|tidur sama aku)',
    ],
    hints: [
      ...[
        'bugil',
        'telanjang',
        'pap t',
        'minta t',
        'kirim t',
        'toket',
        'memek',
        'kontol',
        'nude',
        'tetek',
        'tobrut',
        'ngentot',
        'ngewe',
        'sex',
        'seks',
        ' ons',
      ],
      ...[
        'open bo',
        'vcs',
        'bokep',
        'konten',
        'sange',
        'tidur sama',
        'ready bo',
        'terima bo',
        'melayani bo',
        'harga bo',
        'tarif bo',
        'rate bo',
      ],
      ...['cina', 'dasar', 'papua'],
    ],
    rejectedBefore:
      'jangan|tidak|tak|nggak|ngga|gak|ga|gk|bukan|ogah|disuruh|diminta|dimintain|katanya|bilang|dia|orang|cowok|malah|kasus|berita|nolak|stop|benci|ada yang|masa',
  },
  ages: {
    numberWords:
      'delapan|sembilan|sepuluh|sebelas|dua ?belas|tiga ?belas|empat ?belas|lima ?belas|enam ?belas|tujuh ?belas',
    statements: [
      `(?:umur|usia)(?:ku| aku| saya| gue| gw| gua| ane)${ADVERBS} #${YEARS}`,
      `${I}${ADVERBS} (?:umur|usia|berumur|berusia|umurnya|usianya)${ADVERBS} #${YEARS}`,
      `${I}(?: masih)? # (?:tahun|thn|th|taun)`,
      `${I}(?: (?:masih|baru|anak|siswa|siswi|murid|pelajar|sekolah|kelas [1-3]|kelas))+ (?:smp|sma|smk|sd)`,
      `${I}(?: (?:masih|baru|naik|duduk di|di))* kelas (?:[5-9]|1[01])`,
      `${I}(?: masih)? (?:di ?bawah umur|di ?bawah 18|belum 18)${YEARS}`,
    ],
    certain: [`umur(?:ku| aku| saya| gue| gw)${ADVERBS} #${YEARS} (?:kak|bang|kamu|km|lo|lu)`],
    whole: ['umur:? #(?: tahun| thn| th)?', '# ?(?:thn|tahun) (?:kak|bang|kamu|km)', '#[ /]?f'],
    continuations:
      'kak|kk|bang|mas|mbak|min|kok|sih|loh|lho|nih|hehe|haha|wkwk[wk]*|kalo kamu|kalau kamu|kamu|km|dan|tapi|dari|cewek|cowok|lo|lu|bulan depan|besok',
    notBefore:
      'kalau|kalo|waktu|pas|saat|ketika|sejak|seandainya|andai|dikira|kayak|seperti|bilang|sebelum|guru|dulu|anak|adik|kakak|ponakan|keponakan|sepupu|cucu|murid|teman|anjing|kucing|pacar|istri|suami|ibu|ayah|mama|papa|mobil|rumah|motor|toko|lawan|selama',
    cues: [
      'umur',
      'usia',
      'aku',
      'saya',
      'gue',
      ' gw',
      'gua',
      'ane',
      ' sy ',
      'thn',
      'tahun',
      ' f ',
      'dibawah',
    ],
    hints: ['belas', 'sepuluh', 'sembilan', 'delapan', 'smp', 'sma', 'smk', 'kelas', ' sd', 'bawah umur'],
  },
}
