// The main bet of Double-Hand Poker by brute force: every setting of every player hand against every dealer hand
// that shares no tile with it. Prints won, pushed and lost of 7,534,800 deals under optimal play; on stderr the
// milliseconds of the whole computation, tables included.
//
// Flat arrays and bit masks: a hand of tiles is a mask of 28 bits, the dealer hands without the player's tiles are
// packed once for each player hand into two arrays of bytes (rank of low, rank of high), and each distinct setting
// runs over them without a branch. What else was tried is in README.md; brute_force_lanes.cpp is what came of it.
//
//   g++ -O3 -march=native -o brute_force brute_force.cpp

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int HANDS = 3276;

struct Tables {
    uint8_t rank[343];   // 49a + 7b + c, numbers less one -> 0..83
    uint8_t level[84];   // rank -> 0 singletons, 1 pair, 2 straight, 3 three of a kind
    uint32_t mask[HANDS];
    uint8_t low[HANDS], high[HANDS];  // the dealer's house way
    int settings[HANDS];
    uint8_t set_low[HANDS][10], set_high[HANDS][10];
};

static void rank_hands(Tables &t) {
    struct Hand { int key, numbers[3]; };
    std::vector<Hand> hands;
    for (int a = 0; a < 7; a++)
        for (int b = 0; b <= a; b++)
            for (int c = 0; c <= b; c++) {
                int level, key;
                if (a == c) level = 3, key = a;
                else if (a == b + 1 && b == c + 1) level = 2, key = a;
                else if (a == b) level = 1, key = a * 7 + c;
                else if (b == c) level = 1, key = b * 7 + a;
                else level = 0, key = a * 49 + b * 7 + c;
                hands.push_back({level * 1000 + key, {a, b, c}});
            }
    std::sort(hands.begin(), hands.end(), [](const Hand &x, const Hand &y) { return x.key < y.key; });
    for (int i = 0; i < 84; i++) {
        int *n = hands[i].numbers;
        std::sort(n, n + 3);
        do t.rank[n[0] * 49 + n[1] * 7 + n[2]] = i;
        while (std::next_permutation(n, n + 3));
        t.level[i] = hands[i].key / 1000;
    }
}

static void lay_hands(Tables &t) {
    static const int half[10][6] = {{0, 1, 2, 3, 4, 5}, {0, 1, 3, 2, 4, 5}, {0, 1, 4, 2, 3, 5}, {0, 1, 5, 2, 3, 4},
                                    {0, 2, 3, 1, 4, 5}, {0, 2, 4, 1, 3, 5}, {0, 2, 5, 1, 3, 4}, {0, 3, 4, 1, 2, 5},
                                    {0, 3, 5, 1, 2, 4}, {0, 4, 5, 1, 2, 3}};
    int tile[28][2], tiles = 0, hand = 0;
    for (int a = 0; a < 7; a++)
        for (int b = a; b < 7; b++) tile[tiles][0] = a, tile[tiles++][1] = b;
    for (int a = 0; a < 28; a++)
        for (int b = a + 1; b < 28; b++)
            for (int c = b + 1; c < 28; c++, hand++) {
                t.mask[hand] = 1u << a | 1u << b | 1u << c;
                const int v[6] = {tile[a][0], tile[a][1], tile[b][0], tile[b][1], tile[c][0], tile[c][1]};
                int best = -1, &n = t.settings[hand] = 0;
                for (const auto &h : half) {
                    int low = t.rank[v[h[0]] * 49 + v[h[1]] * 7 + v[h[2]]];
                    int high = t.rank[v[h[3]] * 49 + v[h[4]] * 7 + v[h[5]]];
                    if (low > high) std::swap(low, high);
                    bool known = false;
                    for (int i = 0; i < n; i++) known |= t.set_low[hand][i] == low && t.set_high[hand][i] == high;
                    if (known) continue;
                    t.set_low[hand][n] = low, t.set_high[hand][n++] = high;
                    int key = ((t.level[low] >= 1) * 8 + t.level[high]) * 84 + low;
                    if (key > best) best = key, t.low[hand] = low, t.high[hand] = high;
                }
            }
}

int main() {
    static Tables t;
    static uint8_t low[HANDS], high[HANDS];
    auto start = std::chrono::steady_clock::now();
    rank_hands(t);
    lay_hands(t);
    long all_won = 0, all_lost = 0;
    for (int player = 0; player < HANDS; player++) {
        int dealers = 0;
        for (int d = 0; d < HANDS; d++) {
            low[dealers] = t.low[d], high[dealers] = t.high[d];
            dealers += !(t.mask[d] & t.mask[player]);
        }
        int best = -1000000, best_won = 0, best_lost = 0;
        for (int s = 0; s < t.settings[player]; s++) {
            const uint8_t my_low = t.set_low[player][s], my_high = t.set_high[player][s];
            int won = 0, lost = 0;
            for (int d = 0; d < dealers; d++) {
                bool low_won = low[d] < my_low, high_won = high[d] < my_high;
                won += low_won & high_won;
                lost += !(low_won | high_won);
            }
            int worth = 19 * won - 20 * lost;
            if (worth > best) best = worth, best_won = won, best_lost = lost;
        }
        all_won += best_won, all_lost += best_lost;
    }
    std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    std::printf("%ld %ld %ld\n", all_won, HANDS * 2300L - all_won - all_lost, all_lost);
    std::fprintf(stderr, "%.3f\n", took.count());
}
