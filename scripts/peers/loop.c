/* A loop in C as environments like PufferLib's have it: boards of 10 x 10 as four planes of bytes (player, walls, boxes,
 * goals), actions nothing, down, up, left, right; a board that is solved or out of steps begins anew. What
 * speeds.py measures beside pushbox; it plays nothing else. */

#include <string.h>

enum { SIDE = 10, CELLS = SIDE * SIDE, BYTES = 4 * CELLS };
enum { PLAYER, WALL = CELLS, BOX = 2 * CELLS, GOAL = 3 * CELLS };

typedef struct {
    int player, steps, home, goals;
} Board;

static void begin(Board *board, unsigned char *seen, const unsigned char *level) {
    memcpy(seen, level, BYTES);
    *board = (Board){.player = 0};
    for (int cell = 0; cell < CELLS; cell++) {
        if (seen[PLAYER + cell]) board->player = cell;
        board->goals += seen[GOAL + cell];
        board->home += seen[GOAL + cell] & seen[BOX + cell];
    }
}

/* Begin all boards, each with its level. */
void begin_all(int count, Board *boards, unsigned char *seen, const unsigned char *levels) {
    for (int i = 0; i < count; i++) begin(boards + i, seen + i * BYTES, levels + i * BYTES);
}

/* Play an action on each board. */
void step_all(int count, Board *boards, unsigned char *seen, const unsigned char *levels, const unsigned char *actions,
              float *rewards, unsigned char *ends, int most) {
    static const int strides[] = {0, SIDE, -SIDE, -1, 1};
    for (int i = 0; i < count; i++) {
        Board *board = boards + i;
        unsigned char *cells = seen + i * BYTES;
        const int stride = strides[actions[i]], to = board->player + stride, beyond = to + stride;
        rewards[i] = 0;
        if (stride && !cells[WALL + to] && (!cells[BOX + to] || !(cells[WALL + beyond] | cells[BOX + beyond]))) {
            if (cells[BOX + to]) {
                const int change = cells[GOAL + beyond] - cells[GOAL + to];
                cells[BOX + to] = 0;
                cells[BOX + beyond] = 1;
                board->home += change;
                rewards[i] = change < 0 ? -0.5f : 0.1f * change;
            }
            cells[PLAYER + board->player] = 0;
            cells[PLAYER + to] = 1;
            board->player = to;
        }
        ends[i] = board->home == board->goals || ++board->steps >= most;
        if (ends[i]) {
            rewards[i] += board->home == board->goals ? 1 : -1;
            begin(board, cells, levels + i * BYTES);
        }
    }
}
