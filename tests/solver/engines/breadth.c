/* A solver of its own that speaks the protocol of docs/protocol.md: plain Sokoban, breadth first, fewest moves.
 * It shares nothing with pushbox, so that the tests drive a stranger; and it shows how little an engine needs.
 * Boards of up to 250 cells, a frame included, with up to 8 boxes; `go nodes N` is kept, and no other limit. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 250, BOXES = 8, MOST = 1 << 20, SLOTS = 1 << 22 };

typedef struct {
    unsigned char at[1 + BOXES]; /* the player, then the boxes in order */
    char letter;                 /* the step that led here */
    int parent;
} State;

static char wall[CELLS], goal[CELLS];
static int width, boxes, loaded;
static State *states;
static int *slots, count;

static int load(const char *rows) {
    static char cell[64][64];
    State *start = &states[0];
    int row = 1, column = 1, players = 0, r, c; /* a frame of walls, which a file may lack */
    memset(cell, '#', sizeof cell);
    memset(start, 0, sizeof *start);
    for (width = 0; *rows && *rows != ' '; rows++) { /* run lengths: 3# is ###, | ends a row */
        int times = 0;
        while (*rows >= '0' && *rows <= '9' && times < CELLS) times = 10 * times + *rows++ - '0';
        if (*rows == '|') {
            row++;
            column = 1;
            continue;
        }
        for (times = times ? times : 1; times--; column++) {
            if (row >= 63 || column >= 63) return 0;
            cell[row][column] = *rows;
        }
        if (column >= width) width = column + 1;
    }
    if ((row + 2) * width > CELLS) return 0;
    boxes = 0;
    for (r = 0; r <= row + 1; r++)
        for (c = 0; c < width; c++) {
            int here = r * width + c, sign = cell[r][c];
            wall[here] = sign == '#';
            goal[here] = strchr(".+*", sign) != NULL;
            if (strchr("@+", sign)) start->at[0] = (unsigned char)here, players++;
            if (strchr("$*", sign)) {
                if (boxes == BOXES) return 0;
                start->at[1 + boxes++] = (unsigned char)here;
            }
        }
    return players == 1;
}

/* Keep the state behind the last one, unless it is known. */
static int is_new(void) {
    unsigned hash = 2166136261u;
    int slot, i;
    for (i = 0; i <= boxes; i++) hash = (hash ^ states[count].at[i]) * 16777619u;
    for (slot = (int)(hash % SLOTS); slots[slot]; slot = (slot + 1) % SLOTS)
        if (!memcmp(states[slots[slot] - 1].at, states[count].at, 1 + BOXES)) return 0;
    slots[slot] = ++count;
    return 1;
}

static int box_at(const State *state, int cell) {
    int i;
    for (i = 1; i <= boxes; i++)
        if (state->at[i] == cell) return i;
    return 0;
}

static int is_solved(const State *state) {
    int i;
    for (i = 1; i <= boxes; i++)
        if (!goal[state->at[i]]) return 0;
    return 1;
}

static void print_moves(int index) {
    static char line[MOST];
    int length = 0, pushes = 0, i;
    for (; states[index].letter; index = states[index].parent) line[length++] = states[index].letter;
    for (i = 0; i < length; i++) pushes += line[i] < 'a';
    printf("solution pushes %d moves %d optimal moves lurd ", pushes, length);
    while (length--) putchar(line[length]);
    printf("\ndone status solved\n");
}

static void search(long most) {
    static const char letters[] = "lurd";
    const int step[] = {-1, -width, 1, width};
    int next, d;
    memset(slots, 0, SLOTS * sizeof *slots);
    count = 0;
    is_new();
    for (next = 0; next < count; next++) {
        if (is_solved(&states[next])) {
            printf("info nodes %d open %d\n", next + 1, count - next - 1);
            print_moves(next);
            return;
        }
        if (next >= most || count > MOST - 8) {
            printf("info nodes %d\ndone status %s\n", next, next >= most ? "nodes" : "memory");
            return;
        }
        for (d = 0; d < 4; d++) {
            State *after = &states[count];
            int there, box;
            *after = states[next];
            there = after->at[0] + step[d];
            after->parent = next;
            after->letter = letters[d];
            if (wall[there]) continue;
            after->at[0] = (unsigned char)there;
            if ((box = box_at(after, there))) {
                int beyond = there + step[d];
                if (wall[beyond] || box_at(after, beyond)) continue;
                after->at[box] = (unsigned char)beyond;
                for (; box > 1 && after->at[box - 1] > after->at[box]; box--) {
                    after->at[box] = after->at[box - 1];
                    after->at[box - 1] = (unsigned char)beyond;
                }
                for (; box < boxes && after->at[box + 1] < after->at[box]; box++) {
                    after->at[box] = after->at[box + 1];
                    after->at[box + 1] = (unsigned char)beyond;
                }
                after->letter = (char)(letters[d] - 'a' + 'A');
            }
            is_new();
        }
    }
    printf("info nodes %d\ndone status unsolvable\n", count);
}

int main(void) {
    static char line[1 << 16];
    states = calloc(MOST, sizeof *states);
    slots = calloc(SLOTS, sizeof *slots);
    if (!states || !slots) return 1;
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "pbp 1", 5)) {
            printf("id name breadth\ncaps objective any,moves games sokoban limits nodes\nok\n");
        } else if (!strncmp(line, "level ", 6)) {
            line[strcspn(line, "\r\n")] = 0;
            loaded = !strncmp(line, "level rle ", 10) && load(line + 10);
        } else if (!strncmp(line, "go", 2)) {
            const char *nodes = strstr(line, " nodes ");
            if (loaded)
                search(nodes ? atol(nodes + 7) : MOST);
            else
                printf("done status unsupported\n");
        } else if (!strncmp(line, "quit", 4)) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
