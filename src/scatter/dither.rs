//! The dither that a density must exceed. Twin of `threshold` in `shaders/shared/scatter_random.wgsl`.

/// The matrix 0 14 3 13, 11 5 8 6, 12 2 15 1, 7 9 4 10, of which each value is its column's ^ its row's; these are
/// packed here, a nibble each.
const COLUMNS: u32 = 0x7cb0;
const ROWS: u32 = 0xd3e0;

/// The threshold of a column and a row, 0 to 253; of both the low four bits count.
pub fn threshold(column: u32, row: u32) -> u32 {
    let fine = base(column, row);
    let coarse = base(column >> 2, row >> 2);
    // The engine's 0.5 + 15.875 m(fine) + 15.875 / 16 m(coarse), cut to an integer, in 128ths.
    (64 + 2032 * fine + 127 * coarse) >> 7
}

fn base(column: u32, row: u32) -> u32 {
    (COLUMNS >> (4 * (column & 3)) ^ ROWS >> (4 * (row & 3))) & 15
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dither_is_the_engines() {
        // As computed from the engine's formula in f32, apart from this code.
        let golden = "\
            0 222 48 206 14 236 62 220 3 225 51 209 13 235 61 219
            175 79 127 95 189 93 141 109 178 82 130 98 188 92 140 108
            191 32 238 16 204 46 252 30 193 35 241 19 203 45 251 29
            111 143 64 159 125 157 77 173 114 146 66 162 124 156 76 172
            11 233 59 217 5 227 53 211 8 230 56 214 6 228 54 212
            186 90 138 106 180 84 132 100 183 87 135 103 181 85 133 101
            201 43 249 27 195 37 243 21 198 40 246 24 196 38 244 22
            122 154 74 170 116 148 68 164 119 151 71 167 117 149 69 165
            12 234 60 218 2 224 50 208 15 237 63 221 1 223 49 207
            187 91 139 107 177 81 129 97 190 94 142 110 176 80 128 96
            202 44 250 28 192 34 240 18 205 47 253 31 191 33 239 17
            123 155 75 171 113 145 65 161 126 158 78 174 112 144 64 160
            7 229 55 213 9 231 57 215 4 226 52 210 10 232 58 216
            182 86 134 102 184 88 136 104 179 83 131 99 185 89 137 105
            197 39 245 23 199 41 247 25 194 36 242 20 200 42 248 26
            118 150 70 166 120 152 72 168 115 147 67 163 121 153 73 169";
        let ours: Vec<String> =
            (0..16).flat_map(|column| (0..16).map(move |row| threshold(column, row).to_string())).collect();
        assert_eq!(ours, golden.split_whitespace().collect::<Vec<_>>());
    }

    #[test]
    fn the_dither_repeats_after_16_cells() {
        assert_eq!(threshold(16 + 3, 31), threshold(3, 15));
    }
}
